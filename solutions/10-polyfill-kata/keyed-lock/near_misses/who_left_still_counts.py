"""the count-them fix with the waiting outside of the try

Tempting, because holders and waiters are counted and the count goes down in a `finally`. The waiting stands before the
`try`: who is cancelled there is counted for ever, and its key is never thrown away.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class _Entry:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0
        self.holder: asyncio.Task[object] | None = None


class KeyedLock:
    """Locks by key. A key that nobody uses takes no room."""

    def __init__(self) -> None:
        self._entries: dict[Hashable, _Entry] = {}

    def __len__(self) -> int:
        """How many keys are in use."""
        return len(self._entries)

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Hold the key for the time of the block."""
        entry = self._entries.setdefault(key, _Entry())
        if entry.holder is not None and entry.holder is asyncio.current_task():
            raise RuntimeError(f"{key!r} is held by this task already")
        entry.users += 1
        await entry.lock.acquire()
        entry.holder = asyncio.current_task()
        try:
            yield
        finally:
            entry.holder = None
            entry.lock.release()
            entry.users -= 1
            if entry.users == 0:
                del self._entries[key]
