"""the first-caller-fetches fix

Tempting, because the first caller of a turn can make the call itself: no task, and its errors go somewhere. When it leaves,
its call leaves with it, and nobody tells the others.
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
        first = not self._waiting
        mine = loop.create_future()
        self._waiting.setdefault(key, []).append(mine)
        if first:
            await self._dispatch()
        return await mine

    async def _dispatch(self) -> None:
        await asyncio.sleep(0)
        waiting, self._waiting = self._waiting, {}
        keys = list(waiting)
        size = self._max_batch or len(keys)
        parts = [{key: waiting[key] for key in keys[start : start + size]} for start in range(0, len(keys), size)]
        await asyncio.gather(*map(self._call, parts))

    async def _call(self, waiting: Waiting) -> None:
        try:
            values = await self._fetch(list(waiting))
            if len(values) != len(waiting):
                raise ValueError(f"{len(values)} values for {len(waiting)} keys")
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
