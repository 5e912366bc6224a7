"""What single flights do in the moments on which they differ: those of kata 10, async-lru, and three libraries of that name.

Each row is one moment, played by hand: calls end when the test says so. The kata's solutions must do what its brief
promises.
"""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers.libraries import ASYNC_LRU, COALESCER, ONEFLIGHT, SINGLEFLIGHT, Peer, folders_of
from tests.peers.measures import Measure, items
from tests.peers.subjects import names_of, right_versions
from tests.peers.virtual import settled

KATA = find_kata("10-polyfill-kata/single-flight")
OURS = right_versions(KATA)

Fn = Callable[[], Awaitable[str]]
Do = Callable[[str, Fn], Awaitable[str]]


class Store:
    """What is behind it. The test ends the calls, by their number from 1; `tidy` is what a cancelled one waits for."""

    def __init__(self, do: Do) -> None:
        self._do = do
        self.calls: list[asyncio.Future[str]] = []
        self.tidy: asyncio.Future[None] | None = None

    async def _load(self) -> str:
        self.calls.append(asyncio.get_running_loop().create_future())
        try:
            return await self.calls[-1]
        except asyncio.CancelledError:
            if self.tidy is not None:
                await self.tidy
            raise

    def _wrong(self) -> Awaitable[str]:
        raise OSError("cannot begin")

    async def comes(self, key: str = "a", fn: Fn | None = None) -> asyncio.Task[str]:
        """A caller, as far as it gets."""

        async def caller() -> str:
            return await self._do(key, fn or self._load)

        task = asyncio.create_task(caller())
        await settled()
        return task

    async def comes_wrongly(self) -> asyncio.Task[str]:
        """A caller whose `fn` raises before it returns anything to await."""
        return await self.comes(fn=self._wrong)

    async def comes_twice(self) -> asyncio.Task[str]:
        """A caller who asks again at once when it failed."""

        async def caller() -> str:
            try:
                return await self._do("a", self._load)
            except OSError:
                return await self._do("a", self._load)

        task = asyncio.create_task(caller())
        await settled()
        return task

    async def leaves(self, task: asyncio.Task[str]) -> None:
        task.cancel()
        await settled()

    async def answer(self, number: int) -> None:
        """End a call, if it is still there to be ended."""
        if not self.calls[number - 1].done():
            self.calls[number - 1].set_result(f"result {number}")
        await settled()

    async def fail(self, number: int) -> None:
        self.calls[number - 1].set_exception(OSError("down"))
        await settled()


def told(*tasks: asyncio.Task[str]) -> str:
    """What the callers came back with."""
    return ", ".join(_told(task) for task in tasks)


def _told(task: asyncio.Task[str]) -> str:
    if not task.done():
        return "waits"
    if task.cancelled():
        return "cancelled"
    error = task.exception()
    return str(task.result()) if error is None else str(error)


async def two_come_together(store: Store) -> str:
    tasks = [await store.comes(), await store.comes()]
    await store.answer(1)
    return told(*tasks)


async def other_keys(store: Store) -> str:
    tasks = [await store.comes("a"), await store.comes("b")]
    await store.answer(2)
    return told(*tasks)


async def after_the_end(store: Store) -> str:
    first = await store.comes()
    await store.answer(1)
    later = await store.comes()
    await store.answer(len(store.calls))
    return told(first, later)


async def an_error(store: Store) -> str:
    tasks = [await store.comes(), await store.comes()]
    await store.fail(1)
    later = await store.comes()
    await store.answer(2)
    return f"{told(*tasks)}; {told(later)}"


async def two_try_again_at_once(store: Store) -> str:
    tasks = [await store.comes_twice(), await store.comes_twice()]
    await store.fail(1)
    for number in range(2, len(store.calls) + 1):
        await store.answer(number)
    return f"{len(store.calls)} calls: {told(*tasks)}"


async def nothing_to_await(store: Store) -> str:
    wrong = await store.comes_wrongly()
    later = await store.comes()
    await store.answer(1)
    return told(wrong, later)


async def the_first_leaves(store: Store) -> str:
    first, second = await store.comes(), await store.comes()
    await store.leaves(first)
    await store.answer(1)
    return told(first, second)


async def the_second_leaves(store: Store) -> str:
    first, second = await store.comes(), await store.comes()
    await store.leaves(second)
    await store.answer(1)
    return told(first, second)


async def all_leave(store: Store) -> str:
    for task in [await store.comes(), await store.comes()]:
        await store.leaves(task)
    return "the call is cancelled" if store.calls[0].cancelled() else "the call goes on"


async def one_comes_after_all_have_left(store: Store) -> str:
    await store.leaves(await store.comes())
    late = await store.comes()
    if len(store.calls) > 1:
        await store.answer(2)
    return told(late)


async def one_comes_while_the_cancelled_call_tidies_up(store: Store) -> str:
    store.tidy = asyncio.get_running_loop().create_future()
    await store.leaves(await store.comes())
    late = await store.comes()
    store.tidy.set_result(None)
    await settled()
    if len(store.calls) > 1:
        await store.answer(2)
    return told(late)


Moment = Callable[[Store], Coroutine[Any, Any, str]]
ROWS: list[tuple[Moment, str, dict[str, str]]] = [
    (two_come_together, "result 1, result 1", {}),
    (other_keys, "waits, result 2", {}),
    (after_the_end, "result 1, result 2", {"async-lru": "result 1, result 1"}),
    (an_error, "down, down; result 2", {}),
    (two_try_again_at_once, "2 calls: result 2, result 2", {}),
    (nothing_to_await, "cannot begin, result 1", {}),
    (
        the_first_leaves,
        "cancelled, result 1",
        {"oneflight": "cancelled, cancelled", "singleflight": "cancelled, None"},
    ),
    (the_second_leaves, "result 1, cancelled", {}),
    (all_leave, "the call is cancelled", {}),
    # singleflight keeps the entry of a cancelled call for ever, with None in it.
    (one_comes_after_all_have_left, "result 2", {"singleflight": "None"}),
    (
        one_comes_while_the_cancelled_call_tidies_up,
        "result 2",
        {"oneflight": "cancelled", "singleflight": "None"},
    ),
]
"""The moment, what comes of it, and which libraries differ."""


def async_lru(library: Any) -> Do:
    """Its results are kept: the cache is what it is for."""
    fns: dict[str, Fn] = {}

    async def run(key: str) -> str:
        return await fns[key]()

    cached = library.alru_cache(maxsize=None)(run)

    async def do(key: str, fn: Fn) -> str:
        fns[key] = fn
        return str(await cached(key))

    return do


def coalescer(library: Any) -> Do:
    return library.Coalescer().do  # type: ignore[no-any-return]


def oneflight(library: Any) -> Do:
    flights = library.AsyncOneFlight()

    async def do(key: str, fn: Fn) -> str:
        return str((await flights.do(key, fn))[0])

    return do


def singleflight(library: Any) -> Do:
    flights = library.SingleFlightAsync()
    return lambda key, fn: flights.call(fn, key)


LIBRARIES: dict[str, tuple[Peer, str, Callable[[Any], Do]]] = {
    "async-lru": (ASYNC_LRU, "async_lru", async_lru),
    "coalescer": (COALESCER, "coalescer", coalescer),
    "oneflight": (ONEFLIGHT, "oneflight", oneflight),
    "singleflight": (SINGLEFLIGHT, "singleflight.asynchronous", singleflight),
}


def made(name: str, monkeypatch: pytest.MonkeyPatch) -> Do:
    """One of ours, or a library's, by name."""
    if name in OURS:
        return names_of(OURS[name])["SingleFlight"]().do  # type: ignore[no-any-return]
    peer, module, adapter = LIBRARIES[name]
    monkeypatch.syspath_prepend(str(*folders_of(peer)))
    return adapter(importlib.import_module(module))


@pytest.mark.asyncio
@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
@pytest.mark.parametrize(("moment", "outcome", "otherwise"), [pytest.param(*each, id=each[0].__name__) for each in ROWS])
async def test_the_flights_do_as_the_row_says(
    moment: Moment, outcome: str, otherwise: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await moment(Store(made(name, monkeypatch))) == otherwise.get(name, outcome)


MEASURES = (
    Measure(
        "moments of single flights",
        "async-lru 2.4, coalescer 0.3, oneflight 0.1, singleflight 0.1",
        KATA.id,
        lambda: items(__file__, r"-solution\]$"),
    ),
)
