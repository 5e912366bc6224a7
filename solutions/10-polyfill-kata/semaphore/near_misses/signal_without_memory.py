"""the one-event-for-all fix

Tempting, because all who wait wait for one event and each looks again when it comes. The event only says that something was
released: of two releases in a row one is lost, and whoever is awake first takes the permit.
"""

from __future__ import annotations

import asyncio


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._permits = permits
        self._inside = 0
        self._came_back = asyncio.Event()

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._inside >= self._permits and not self._came_back.is_set()

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        if self._inside < self._permits:
            self._inside += 1
            return True
        while not self._came_back.is_set():
            await self._came_back.wait()
        self._came_back.clear()
        return True

    def release(self) -> None:
        """Give a permit back."""
        self._came_back.set()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
