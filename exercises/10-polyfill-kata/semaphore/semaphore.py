"""A semaphore: so many permits, and a line of those who wait for one."""

from __future__ import annotations

import asyncio
from collections import deque


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._free = permits
        self._line: deque[asyncio.Future[None]] = deque()

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._free == 0

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        while self._free == 0:
            turn = asyncio.get_running_loop().create_future()
            self._line.append(turn)
            await turn
        self._free -= 1
        return True

    def release(self) -> None:
        """Give a permit back, and wake the first in line."""
        self._free += 1
        if self._line:
            self._line.popleft().set_result(None)

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
