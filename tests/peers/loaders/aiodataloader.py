"""The interface of aiodataloader over a BatchLoader of kata 10, for aiodataloader's own tests; and a pytest plugin for them.

Batches, their order and size, equal keys, errors and those who leave are the BatchLoader's: $PEER_SUBJECT names its file.
Added are the names, and the cache that a BatchLoader does not have: of values, so that equal keys of one turn get to it.
"""

from __future__ import annotations

import asyncio
import os
import runpy
import signal
from collections.abc import Awaitable, Callable, Generator, Hashable, Iterable, Sequence
from typing import Any, Generic, TypeVar

import pytest

BatchLoader = runpy.run_path(os.environ["PEER_SUBJECT"])["BatchLoader"]
asked = 0
PATIENCE = 4
"""Seconds for one test. Those that end take a few milliseconds."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Promise:
    """What `load` gives. The key is asked for when it is awaited, and at the latest in the next turn."""

    def __init__(self, loader: DataLoader[Any, Any], key: Hashable) -> None:
        self._loader = loader
        self._key = key
        self._begun = self._cancelled = False
        self._task = asyncio.ensure_future(self._begin())

    async def _begin(self) -> Any:
        self._begun = True
        return await self._loader.get(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Promise) and (self._loader, self._key) == (other._loader, other._key)

    # Not by what is equal: `gather` would ask for one of two, and it is the BatchLoader that is to do so.
    __hash__ = object.__hash__

    def cancel(self) -> None:
        """Ask, and leave at once: what is waited for is cancelled, as by the cancellation of a task."""
        self._loader.get(self._key).send(None).cancel()
        self._task.cancel()
        self._cancelled = True

    def __await__(self) -> Generator[Any, Any, Any]:
        if self._begun or self._cancelled:
            return (yield from self._task.__await__())
        self._task.cancel()
        return (yield from self._loader.get(self._key).__await__())


class DataLoader(Generic[Key, Value]):
    """As theirs."""

    def __init__(self, fetch: Callable[[list[Any]], Awaitable[Sequence[Any]]], max_batch_size: int | None = None) -> None:
        self._ours = BatchLoader(fetch, max_batch_size)
        self._values: dict[Hashable, Any] = {}
        self._errors: dict[Hashable, Exception] = {}

    def load(self, key: Hashable) -> Promise:
        return Promise(self, key)

    def load_many(self, keys: Iterable[Hashable]) -> asyncio.Future[list[Any]]:
        return asyncio.gather(*map(self.load, keys))

    def clear(self, key: Hashable) -> DataLoader[Key, Value]:
        self._values.pop(key, None)
        return self

    def clear_all(self) -> DataLoader[Key, Value]:
        self._values.clear()
        return self

    def prime(self, key: Hashable, value: object) -> DataLoader[Key, Value]:
        self._values.setdefault(key, value)
        return self

    async def get(self, key: Hashable) -> Any:
        """The value or the error that is kept, or the BatchLoader's."""
        if key not in self._errors and key not in self._values:
            global asked
            asked += 1
            try:
                self._values[key] = await self._ours.load(key)
            except Exception as error:
                self._errors[key] = error
        if key in self._errors:
            raise self._errors[key]
        return self._values[key]


def too_late(*_: object) -> None:
    raise TimeoutError("somebody waits for ever")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, Any, Any]:
    before = asked
    signal.signal(signal.SIGALRM, too_late)
    signal.alarm(PATIENCE)
    try:
        result = yield
    finally:
        signal.alarm(0)
    assert asked > before, "the BatchLoader was not asked"
    return result
