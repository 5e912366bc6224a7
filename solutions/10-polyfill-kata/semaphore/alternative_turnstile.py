"""A turnstile: an asyncio.Lock is the line, and only the one at its head looks at the counter.

The order, the cancellations and the newcomers are the lock's business, which asyncio has settled. The price: a caller takes
the lock even when permits are free, and `locked` has to ask both the counter and the lock.
"""

from __future__ import annotations

import asyncio


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._free = permits
        self._head = asyncio.Lock()
        self._came_back = asyncio.Event()

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._free == 0 or self._head.locked()

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        async with self._head:
            while self._free == 0:
                self._came_back.clear()
                await self._came_back.wait()
            self._free -= 1
        return True

    def release(self) -> None:
        """Give a permit back. Who is at the head of the line sees it."""
        self._free += 1
        self._came_back.set()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
