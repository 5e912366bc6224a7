"""the wake-everybody fix

Tempting, because nobody can be forgotten when all are woken, and each has waited for its turn. All of them go in at once:
who is woken has to look again, and go on waiting when another was faster.
"""

from __future__ import annotations

import asyncio


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._free = permits
        self._came_back = asyncio.Event()

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._free <= 0

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        if self._free <= 0:
            self._came_back.clear()
            await self._came_back.wait()
        self._free -= 1
        return True

    def release(self) -> None:
        """Give a permit back."""
        self._free += 1
        self._came_back.set()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
