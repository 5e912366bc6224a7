"""anyio's Semaphore behind the part's signature. It wants a loop when it is made."""

from __future__ import annotations

import anyio


class Semaphore:
    def __init__(self, permits=1):
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._permits = permits
        self._semaphore = None

    async def acquire(self):
        await self._made().acquire()
        return True

    def release(self):
        self._made().release()

    def locked(self):
        return self._made().value == 0

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *_):
        self.release()

    def _made(self):
        if self._semaphore is None:
            self._semaphore = anyio.Semaphore(self._permits)
        return self._semaphore
