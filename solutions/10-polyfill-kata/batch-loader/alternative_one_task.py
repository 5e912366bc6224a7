"""A batch is a task that gives a dict; whoever loads waits for it behind a shield and takes its own value out.

No futures to settle: a task tells all who watch it of its result or its error. The price is the shield, and an error that
has to be looked at in case everybody has left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from typing import Any

Fetch = Callable[[list[Any]], Awaitable[Sequence[Any]]]


class _Batch:
    """Keys that are to be fetched together, and the task that does it a turn later."""

    def __init__(self, loader: BatchLoader) -> None:
        self.keys: dict[Hashable, None] = {}
        self.task = asyncio.create_task(loader.run(self))
        self.task.add_done_callback(lambda task: task.cancelled() or task.exception())


class BatchLoader:
    """Collects keys, and fetches them together."""

    def __init__(self, fetch: Fetch, max_batch: int | None = None) -> None:
        self._fetch = fetch
        self._max_batch = max_batch
        self._open: list[_Batch] = []

    async def load(self, key: Hashable) -> Any:
        """Return the key's value, fetched with what else is asked for in this turn."""
        batch = self._batch_for(key)
        batch.keys[key] = None
        value = (await asyncio.shield(batch.task))[key]
        if isinstance(value, Exception):
            raise value
        return value

    def _batch_for(self, key: Hashable) -> _Batch:
        for batch in self._open:
            if key in batch.keys:
                return batch
        if not self._open or len(self._open[-1].keys) == self._max_batch:
            self._open.append(_Batch(self))
        return self._open[-1]

    async def run(self, batch: _Batch) -> dict[Hashable, Any]:
        """Close the batch, and fetch what is in it. It begins when the turn in which it was made is over."""
        self._open.remove(batch)
        keys = list(batch.keys)
        values = await self._fetch(keys)
        if len(values) != len(keys):
            raise ValueError(f"{len(values)} values for {len(keys)} keys")
        return dict(zip(keys, values, strict=True))
