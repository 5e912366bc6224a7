"""What read-through caches do in the moments on which they differ: those of kata 06, and three libraries.

Each row is one moment, played by hand on a stock loop: reads of the table end when the test says so. The kata's solutions
must do what its brief promises; what the libraries do is what its explanation says of them.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import itertools
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import pytest

from gym.curriculum import find_kata
from tests.peers.libraries import AIOCACHE, ASYNC_LRU, CASHEWS, Peer, folders_of
from tests.peers.measures import Measure, differences, items

KATA = find_kata("06-cache-layer")
OURS = tuple(solution.name for solution in KATA.solutions)
_fresh = itertools.count()


class DatabaseDown(Exception):
    """What a read fails with."""


class Table:
    """The table behind the cache. `reads` keeps its reads, which the test ends."""

    def __init__(self) -> None:
        self.reads: list[asyncio.Future[str]] = []

    async def load(self, tenant: str, key: str) -> str:
        read = asyncio.get_running_loop().create_future()
        self.reads.append(read)
        return await read

    async def answer(self, number: int, value: str) -> None:
        """End a read, by its number from 1, and let everyone see it."""
        self.reads[number - 1].set_result(value)
        await settled()

    async def fail(self, number: int) -> None:
        self.reads[number - 1].set_exception(DatabaseDown())
        await settled()


class ReadThrough(Protocol):
    """A cache as the rows use it: for one row."""

    def get(self) -> Awaitable[str]: ...

    async def invalidate(self) -> None: ...


class Ours:
    """A solution of the kata."""

    def __init__(self, name: str, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "ports", _module("ports", KATA.folder / "ports.py"))
        files = next(solution.files for solution in KATA.solutions if solution.name == name)
        self._cache = _module("solution_of_06", files[KATA.entry], monkeypatch).Cache(table)

    def get(self) -> Awaitable[str]:
        return self._cache.get("acme", "tea")

    async def invalidate(self) -> None:
        await self._cache.invalidate("acme", "tea")


class AsyncLru:
    def __init__(self, table: Table) -> None:
        self._get = importlib.import_module("async_lru").alru_cache(maxsize=10)(table.load)

    def get(self) -> Awaitable[str]:
        return self._get("acme", "tea")

    async def invalidate(self) -> None:
        assert self._get.cache_invalidate("acme", "tea")


class Cashews:
    """With its protection from stampedes, which is on by default."""

    def __init__(self, table: Table) -> None:
        self._cache = importlib.import_module("cashews").Cache()
        self._cache.setup("mem://", check_interval=0)
        self._get = self._cache(ttl="1h", key="row:{tenant}:{key}")(table.load)

    def get(self) -> Awaitable[str]:
        return self._get("acme", "tea")

    async def invalidate(self) -> None:
        await self._cache.delete("row:acme:tea")


class AioCache:
    """With its protection from stampedes, a lock."""

    def __init__(self, table: Table) -> None:
        decorated = importlib.import_module("aiocache").cached_stampede(lease=3600, key=f"tea-{next(_fresh)}")
        self._get = decorated(table.load)
        self._key = decorated.key

    def get(self) -> Awaitable[str]:
        return self._get("acme", "tea")

    async def invalidate(self) -> None:
        await self._get.cache.delete(self._key)


LIBRARIES: dict[str, tuple[Peer, Callable[[Table], ReadThrough]]] = {
    "async-lru": (ASYNC_LRU, AsyncLru),
    "cashews": (CASHEWS, Cashews),
    "aiocache": (AIOCACHE, AioCache),
}


def _module(name: str, path: Any, monkeypatch: pytest.MonkeyPatch | None = None) -> Any:
    """A file as a module; in `sys.modules` only while the test lasts, for its dataclasses."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    if monkeypatch is not None:
        monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


async def settled() -> None:
    """Let everything run that can."""
    for _ in range(50):
        await asyncio.sleep(0)


async def reader(cache: ReadThrough) -> asyncio.Task[str]:
    """A reader who has got as far as it gets."""
    task: asyncio.Task[str] = asyncio.ensure_future(cache.get())  # type: ignore[assignment]
    await settled()
    return task


def told(task: asyncio.Task[str]) -> str:
    """What a reader came back with."""
    if not task.done():
        return "waits"
    if task.cancelled():
        return "is cancelled"
    return "fails" if task.exception() else f"gets {task.result()}"


async def five_first_readers(cache: ReadThrough, table: Table) -> str:
    tasks = [await reader(cache) for _ in range(5)]
    loads = len(table.reads)
    await table.answer(1, "the row")
    assert {told(task) for task in tasks} == {"gets the row"}
    return f"{loads} load"


async def a_load_fails(cache: ReadThrough, table: Table) -> str:
    first = await reader(cache)
    await table.fail(1)
    second = await reader(cache)
    await table.answer(2, "the row")
    return f"the first {told(first)}, the next {told(second)}"


async def invalidated_during_a_load(cache: ReadThrough, table: Table) -> str:
    first = await reader(cache)
    await cache.invalidate()
    second = await reader(cache)
    if len(table.reads) == 2:
        await table.answer(2, "new")
    await table.answer(1, "old")
    third = await reader(cache)
    return f"the first {told(first)}, the next {told(second)}, a later one {told(third)}"


async def the_leader_is_cancelled(cache: ReadThrough, table: Table) -> str:
    leader, follower = await reader(cache), await reader(cache)
    leader.cancel()
    await settled()
    for number, read in enumerate(table.reads, 1):
        if not read.done():
            await table.answer(number, "the row")
    assert told(leader) == "is cancelled"
    return f"the follower {told(follower)}"


async def the_follower_is_cancelled(cache: ReadThrough, table: Table) -> str:
    leader, follower = await reader(cache), await reader(cache)
    follower.cancel()
    await settled()
    if not table.reads[0].done():
        await table.answer(1, "the row")
    assert told(follower) == "is cancelled"
    return f"the leader {told(leader)}"


async def all_are_cancelled(cache: ReadThrough, table: Table) -> str:
    tasks = [await reader(cache), await reader(cache)]
    for task in tasks:
        task.cancel()
        await settled()
    assert all(read.cancelled() for read in table.reads), "the load goes on"
    late = await reader(cache)
    await table.answer(len(table.reads), "the row")
    return f"the next {told(late)}"


async def an_older_load_fails(cache: ReadThrough, table: Table) -> str:
    first = await reader(cache)
    await cache.invalidate()
    second = await reader(cache)
    await table.fail(1)
    third = await reader(cache)
    loads = len(table.reads)
    for number in range(2, loads + 1):
        await table.answer(number, "the row")
    assert told(first) == "fails"
    return f"{loads} loads, the second {told(second)}, the third {told(third)}"


SPARED = "the {} gets the row"
KEPT_NEW = "the first gets old, the next gets new, a later one gets new"
KEPT_OLD = "the first gets old, the next gets old, a later one gets old"
SHARED = "2 loads, the second gets the row, the third gets the row"
BEGUN_AGAIN = "3 loads, the second gets the row, the third gets the row"
TOLD_OF_THE_OLDER = "2 loads, the second fails, the third gets the row"

Moment = Callable[[ReadThrough, Table], Coroutine[Any, Any, str]]
ROWS: list[tuple[Moment, str, dict[str, str]]] = [
    (five_first_readers, "1 load", {}),
    (a_load_fails, "the first fails, the next gets the row", {}),
    (invalidated_during_a_load, KEPT_NEW, {"cashews": KEPT_OLD, "aiocache": KEPT_OLD}),
    (the_leader_is_cancelled, SPARED.format("follower"), {"cashews": "the follower is cancelled"}),
    (the_follower_is_cancelled, SPARED.format("leader"), {"cashews": "the leader is cancelled"}),
    (all_are_cancelled, SPARED.format("next"), {}),
    (
        an_older_load_fails,
        SHARED,
        {"async-lru": BEGUN_AGAIN, "cashews": TOLD_OF_THE_OLDER, "aiocache": BEGUN_AGAIN},
    ),
]
"""The moment, what comes of it, and which libraries differ."""


@pytest.mark.asyncio
@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
@pytest.mark.parametrize(("moment", "outcome", "otherwise"), [pytest.param(*each, id=each[0].__name__) for each in ROWS])
async def test_the_caches_do_as_the_row_says(
    moment: Moment,
    outcome: str,
    otherwise: dict[str, str],
    name: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    if name in OURS:
        cache: ReadThrough = Ours(name, table, monkeypatch)
    else:
        peer, behind = LIBRARIES[name]
        monkeypatch.syspath_prepend(*folders_of(peer))
        cache = behind(table)
    assert await moment(cache, table) == otherwise.get(name, outcome)


MEASURES = (
    Measure(
        "moments of three caches",
        "async-lru 2.4, cashews 7.6, aiocache 0.12",
        KATA.id,
        lambda: items(__file__, r"-solution\]$"),
        differs=differences(ROWS),
    ),
)
