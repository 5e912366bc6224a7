"""The call is a task of its own, watched by those who wait and counted: the last one to leave cancels it.

A caller's cancellation ends its watching only. The price is a count, and care whose entry is removed: an entry goes when
its own last watcher leaves, and only if the key has not been taken by a newer call.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import Any


@dataclass
class _Call:
    """A call under way, and how many wait for it."""

    task: asyncio.Task[Any]
    waiting: int = 0


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, _Call] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        call = self._calls.get(key)
        if call is None or call.task.done():
            call = self._calls[key] = _Call(asyncio.create_task(_run(fn)))
            call.task.add_done_callback(_look_at)
        call.waiting += 1
        try:
            await asyncio.wait([call.task])
        finally:
            call.waiting -= 1
            if call.waiting == 0:
                if self._calls.get(key) is call:
                    del self._calls[key]
                call.task.cancel()
        return call.task.result()


async def _run(fn: Callable[[], Awaitable[Any]]) -> Any:
    """Await `fn()`. What it raises before there is anything to await is raised here, too."""
    return await fn()


def _look_at(task: asyncio.Task[Any]) -> None:
    """Nobody may be left to look at the error of a cancelled call."""
    if not task.cancelled():
        task.exception()
