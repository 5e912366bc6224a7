"""the note-it-down-first fix

Tempting, because the entry stands in the table before `fn` is called, so nothing can slip through in between. When `fn`
raises on the spot, the entry stays without a task, and everybody who comes later waits for one that never was.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class _Call:
    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.task: asyncio.Future[Any] | None = None
        self.waiting = 0


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, _Call] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        call = self._calls.get(key)
        if call is None or (call.task is not None and call.task.done()):
            call = self._calls[key] = _Call()
            call.task = asyncio.ensure_future(fn())
            call.task.add_done_callback(lambda done: done.cancelled() or done.exception())
            call.begun.set()
        await call.begun.wait()
        assert call.task is not None
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
