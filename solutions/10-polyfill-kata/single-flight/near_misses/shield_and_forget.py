"""the shield-it fix

Tempting, because behind a shield nobody who leaves can harm the others, and the task tidies up its entry itself. When all
have left, nobody can stop it either: the store works for nobody.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, asyncio.Task[Any]] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        task = self._calls.get(key)
        if task is None:
            task = self._calls[key] = asyncio.create_task(_run(fn))
            task.add_done_callback(lambda done: self._end(key, done))
        return await asyncio.shield(task)

    def _end(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        del self._calls[key]
        if not task.cancelled():
            task.exception()


async def _run(fn: Callable[[], Awaitable[Any]]) -> Any:
    return await fn()
