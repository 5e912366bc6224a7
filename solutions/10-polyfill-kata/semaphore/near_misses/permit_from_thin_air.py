"""the release-on-every-cancellation fix

Tempting, because a permit that was handed to somebody who is cancelled must go on, and `release` does that. Whoever is
cancelled before it was served holds nothing, and gives back what it never had: one more is let in than there are permits.
"""

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
        if self._free > 0:
            self._free -= 1
            return True
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self.release()
            raise
        return True

    def release(self) -> None:
        """Give a permit back: to the first in line who still waits, or to the counter."""
        while self._line:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
