"""An entry for each key counts those who hold it or wait for it, and goes with the last of them.

The lock itself is asyncio's, which keeps the order and copes with those who leave. The price is a counter that has to be
right on every way out: counted up before the waiting begins, down in a `finally` around waiting and block together.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field


@dataclass
class _Entry:
    """The lock of one key, and how many need it."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    holder: asyncio.Task[object] | None = None


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
