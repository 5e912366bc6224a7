"""A queue of tokens, and a lock in front of it, so that one at a time reaches for a token."""

from __future__ import annotations

import asyncio


class Semaphore:
    """So many tokens."""

    def __init__(self, permits=1):
        if permits < 0:
            raise ValueError("permits")
        self._tokens = asyncio.Queue()
        self._reach = asyncio.Lock()
        for _ in range(permits):
            self.release()

    def locked(self):
        return self._reach.locked() or self._tokens.empty()

    async def acquire(self):
        async with self._reach:
            await self._tokens.get()
        return True

    def release(self):
        self._tokens.put_nowait(object())

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, kind, error, trace):
        self.release()
