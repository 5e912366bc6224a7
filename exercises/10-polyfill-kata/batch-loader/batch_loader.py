"""A batch loader: loads of one turn of the loop go out in one call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any

Fetch = Callable[[list[Any]], Awaitable[Sequence[Any]]]


class BatchLoader:
    """Collects keys, and fetches them together."""

    def __init__(self, fetch: Fetch, max_batch: int | None = None) -> None:
        self._fetch = fetch
        self._max_batch = max_batch
        self._waiting: dict[Hashable, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self, key: Hashable) -> Any:
        """Return the key's value, fetched with what else is asked for in this turn."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._dispatch)
        if key not in self._waiting:
            self._waiting[key] = asyncio.get_running_loop().create_future()
        return await self._waiting[key]

    def _dispatch(self) -> None:
        keys = list(self._waiting)
        size = self._max_batch or len(keys)
        for start in range(0, len(keys), size):
            task = asyncio.create_task(self._call(keys[start : start + size]))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _call(self, keys: list[Any]) -> None:
        values = await self._fetch(keys)
        for key, value in zip(keys, values, strict=False):
            future = self._waiting.pop(key)
            if isinstance(value, Exception):
                future.set_exception(value)
            else:
                future.set_result(value)
