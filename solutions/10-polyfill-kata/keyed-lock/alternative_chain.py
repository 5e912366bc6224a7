"""A chain: each caller waits for the one who came before it, and the last link of a key is all that is kept.

No lock and no counter: a key is in use as long as its last link is. The price is the caller who leaves while it waits: its
link has to stay shut until the one before it opens, or whoever stands behind it would come in too early.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

Link = asyncio.Future[None]


class KeyedLock:
    """Locks by key. A key that nobody uses takes no room."""

    def __init__(self) -> None:
        self._last: dict[Hashable, Link] = {}
        self._holders: dict[Hashable, asyncio.Task[object] | None] = {}

    def __len__(self) -> int:
        """How many keys are in use."""
        return len(self._last)

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Hold the key for the time of the block."""
        me = asyncio.current_task()
        if me is not None and self._holders.get(key) is me:
            raise RuntimeError(f"{key!r} is held by this task already")
        before = self._last.get(key)
        mine = self._last[key] = asyncio.get_running_loop().create_future()
        if before is not None:
            try:
                await asyncio.shield(before)
            except asyncio.CancelledError:
                before.add_done_callback(lambda _: self._open(key, mine))
                raise
        self._holders[key] = me
        try:
            yield
        finally:
            del self._holders[key]
            self._open(key, mine)

    def _open(self, key: Hashable, link: Link) -> None:
        """Let the next one in; when there is none, the key is no longer in use."""
        link.set_result(None)
        if self._last[key] is link:
            del self._last[key]
