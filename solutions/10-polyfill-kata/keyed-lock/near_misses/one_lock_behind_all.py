"""the guard-the-dictionary fix

Tempting, because the dictionary is what goes wrong, so everything that touches it is put under a lock of its own. The wait
for a key happens under it too: who waits for one document keeps everybody from all others.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class KeyedLock:
    """Locks by key. A key that nobody uses takes no room."""

    def __init__(self) -> None:
        self._guard = asyncio.Lock()
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
        async with self._guard:
            lock = self._locks.setdefault(key, asyncio.Lock())
            await lock.acquire()
        self._holders[key] = asyncio.current_task()
        try:
            yield
        finally:
            del self._holders[key]
            lock.release()
            if self._locks.get(key) is lock and not self._guard.locked():
                del self._locks[key]
