"""the free-the-key-first fix that removes by name

Tempting, because the last one to leave frees the key at once and the call tidies up when it ends, to be on the safe side. By
then the key may mean a newer call: its entry is removed while it is in flight, and the next caller begins another.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class _Call:
    def __init__(self, task: asyncio.Task[Any]) -> None:
        self.task = task
        self.waiting = 0


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, _Call] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        call = self._calls.get(key)
        if call is None:
            call = self._calls[key] = _Call(asyncio.create_task(_run(fn)))
            call.task.add_done_callback(lambda done: self._end(key, done))
        call.waiting += 1
        try:
            return await asyncio.shield(call.task)
        finally:
            call.waiting -= 1
            if call.waiting == 0 and not call.task.done():
                self._calls.pop(key, None)
                call.task.cancel()

    def _end(self, key: Hashable, task: asyncio.Task[Any]) -> None:
        self._calls.pop(key, None)
        if not task.cancelled():
            task.exception()


async def _run(fn: Callable[[], Awaitable[Any]]) -> Any:
    return await fn()
