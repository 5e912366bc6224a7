"""the values-are-values fix

Tempting, because what `fetch` gives is handed on as it is, and nothing can go wrong with it. An error comes back as a value:
whoever loads a user that does not exist gets a KeyError object, and goes on with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any

Fetch = Callable[[list[Any]], Awaitable[Sequence[Any]]]
Waiting = dict[Hashable, list[asyncio.Future[Any]]]


class BatchLoader:
    """Collects keys, and fetches them together."""

    def __init__(self, fetch: Fetch, max_batch: int | None = None) -> None:
        self._fetch = fetch
        self._max_batch = max_batch
        self._waiting: Waiting = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def load(self, key: Hashable) -> Any:
        """Return the key's value, fetched with what else is asked for in this turn."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._dispatch)
        mine = loop.create_future()
        self._waiting.setdefault(key, []).append(mine)
        return await mine

    def _dispatch(self) -> None:
        # From now on these keys are the call's; who comes later fills a table of its own.
        waiting, self._waiting = self._waiting, {}
        keys = list(waiting)
        size = self._max_batch or len(keys)
        for start in range(0, len(keys), size):
            part = {key: waiting[key] for key in keys[start : start + size]}
            task = asyncio.create_task(self._call(part))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _call(self, waiting: Waiting) -> None:
        try:
            values = await self._fetch(list(waiting))
            if len(values) != len(waiting):
                raise ValueError(f"{len(values)} values for {len(waiting)} keys")
        except Exception as error:
            for future in (each for futures in waiting.values() for each in futures):
                if not future.done():
                    future.set_exception(error)
            return
        for futures, value in zip(waiting.values(), values, strict=True):
            for future in futures:
                _answer(future, value)


def _answer(future: asyncio.Future[Any], value: Any) -> None:
    if future.done():
        return
    future.set_result(value)
