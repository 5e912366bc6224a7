"""the keep-them-all fix

Tempting, because a lock that is never thrown away cannot be thrown away too early, and a lock is small. There are millions
of keys, and the service runs for weeks.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class KeyedLock:
    """Locks by key."""

    def __init__(self) -> None:
        self._locks: defaultdict[Hashable, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._holders: dict[Hashable, asyncio.Task[object] | None] = {}

    def __len__(self) -> int:
        """How many keys are in use."""
        return len(self._locks)

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Hold the key for the time of the block."""
        if key in self._holders and self._holders[key] is asyncio.current_task():
            raise RuntimeError(f"{key!r} is held by this task already")
        async with self._locks[key]:
            self._holders[key] = asyncio.current_task()
            try:
                yield
            finally:
                del self._holders[key]
