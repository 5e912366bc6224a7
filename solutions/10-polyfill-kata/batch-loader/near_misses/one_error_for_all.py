"""the raise-the-first fix

Tempting, because an error among the values is raised at once, where it is seen, and lands with those who wait. With all of
them: one user that does not exist spoils the page for the others.
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
            for value in values:
                if isinstance(value, Exception):
                    raise value
        except Exception as error:
            values = [error] * len(waiting)
        for futures, value in zip(waiting.values(), values, strict=True):
            for future in futures:
                _answer(future, value)


def _answer(future: asyncio.Future[Any], value: Any) -> None:
    if future.done():
        return
    if isinstance(value, Exception):
        future.set_exception(value)
        future.exception()  # looked at, even if its owner is being cancelled
    else:
        future.set_result(value)
