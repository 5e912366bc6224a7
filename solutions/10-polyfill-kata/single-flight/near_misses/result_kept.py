"""the keep-the-task fix

Tempting, because a finished task answers at once for ever after, and nobody has to tidy up. It has become a cache without an
end: what was loaded first, a failure included, is what everybody gets until the next restart.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class SingleFlight:
    """Calls by key."""

    def __init__(self) -> None:
        self._tasks: dict[Hashable, asyncio.Task[Any]] = {}
        self._waiting: dict[Hashable, int] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        if key not in self._tasks:
            self._tasks[key] = asyncio.create_task(_run(fn))
            self._waiting[key] = 0
        task = self._tasks[key]
        self._waiting[key] += 1
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError:
            if self._waiting[key] == 1:
                self._tasks.pop(key).cancel()
            raise
        finally:
            self._waiting[key] -= 1
        return task.result()


async def _run(fn: Callable[[], Awaitable[Any]]) -> Any:
    return await fn()
