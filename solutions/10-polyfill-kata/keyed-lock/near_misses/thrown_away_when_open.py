"""the throw-it-away-in-a-finally fix

Tempting, because now errors and cancellations clear the entry too. Whether the lock is open is still asked while somebody
who was woken is on the way to it: the next caller makes a second lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class KeyedLock:
    """Locks by key. A key that nobody uses takes no room."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, asyncio.Lock] = {}
        self._holders: dict[Hashable, asyncio.Task[object] | None] = {}

    def __len__(self) -> int:
        """How many keys are in use."""
        return len(self._locks)

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Hold the key for the time of the block."""
        if key in self._holders and self._holders[key] is asyncio.current_task():
            raise RuntimeError(f"{key!r} is held by this task already")
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                self._holders[key] = asyncio.current_task()
                try:
                    yield
                finally:
                    self._holders.pop(key, None)
        finally:
            if not lock.locked():
                self._locks.pop(key, None)
