"""the let-the-holder-in-again fix

Tempting, because who holds a key already need not wait for it, so it is simply let through. One operation then runs in the
middle of another that thinks it is alone, and nobody is told that a document is being moved onto itself.
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
            yield
            return
        entry.users += 1
        try:
            async with entry.lock:
                entry.holder = asyncio.current_task()
                try:
                    yield
                finally:
                    entry.holder = None
        finally:
            entry.users -= 1
            if entry.users == 0:
                del self._entries[key]
