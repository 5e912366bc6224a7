"""the remove-it-when-it-went-well fix

Tempting, because the entry is removed where the result is at hand, in the line before it is returned. An error never comes
to that line: its task stays in the table, and tells everybody who comes later of a failure that is long over.
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
        call.waiting += 1
        try:
            await asyncio.wait([call.task])
        except asyncio.CancelledError:
            if call.waiting == 1:
                self._forget(key, call)
                call.task.cancel()
                call.task.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise
        finally:
            call.waiting -= 1
        result = call.task.result()
        self._forget(key, call)
        return result

    def _forget(self, key: Hashable, call: _Call) -> None:
        if self._calls.get(key) is call:
            del self._calls[key]


async def _run(fn: Callable[[], Awaitable[Any]]) -> Any:
    return await fn()
