"""the queue-of-tokens fix

Tempting, because a queue filled with tokens is a semaphore, and asyncio's own queue knows what to do with those who leave.
A token that comes back lies in the queue until the waiter runs, and a newcomer picks it up.
"""

from __future__ import annotations

import asyncio


class Semaphore:
    """Lets at most `permits` callers in at a time; further ones wait in line."""

    def __init__(self, permits: int = 1) -> None:
        if permits < 0:
            raise ValueError(f"permits must be 0 or more, not {permits}")
        self._tokens: asyncio.Queue[None] = asyncio.Queue()
        for _ in range(permits):
            self._tokens.put_nowait(None)

    def locked(self) -> bool:
        """Whether a caller who comes now has to wait."""
        return self._tokens.empty()

    async def acquire(self) -> bool:
        """Take a permit, and wait for one if need be."""
        await self._tokens.get()
        return True

    def release(self) -> None:
        """Give a permit back."""
        self._tokens.put_nowait(None)

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(self, *error: object) -> None:
        self.release()
