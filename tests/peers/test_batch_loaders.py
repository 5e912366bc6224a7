"""What batch loaders do in the moments on which they may differ: those of kata 10, aiodataloader, and strawberry's.

Each row is one moment, played by hand: calls end when the test says so. The kata's solutions must do what its brief
promises. The libraries' cache is on, as they come. No distribution of strawberry has its tests, so the cases of its loader
are written here anew.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import sys
import types
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers.libraries import AIODATALOADER, STRAWBERRY, folders_of
from tests.peers.measures import Measure, items
from tests.peers.subjects import names_of, right_versions
from tests.peers.virtual import settled

KATA = find_kata("10-polyfill-kata/batch-loader")
OURS = right_versions(KATA)

Fetch = Callable[[list[str]], Awaitable[Sequence[object]]]
Load = Callable[[str], Awaitable[object]]
Make = Callable[[Fetch, int | None], Load]


class Users:
    """What is behind the loader. `calls` are the keys of each call; the test ends them, by their number from 1."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []
        self._ends: list[asyncio.Future[list[object]]] = []

    async def fetch(self, keys: list[str]) -> list[object]:
        self.calls.append(list(keys))
        self._ends.append(asyncio.get_running_loop().create_future())
        return await self._ends[-1]

    async def answer(self, number: int = 1, values: list[object] | None = None) -> None:
        """End a call with these values, or with each key's letter in capitals."""
        keys = self.calls[number - 1]
        self._ends[number - 1].set_result([key.upper() for key in keys] if values is None else values)
        await settled()

    async def fail(self, number: int = 1) -> None:
        self._ends[number - 1].set_exception(OSError("down"))
        await settled()


class Page:
    """Callers of a loader."""

    def __init__(self, make: Make, max_batch: int | None = None) -> None:
        self.users = Users()
        self._load = make(self.users.fetch, max_batch)

    async def asks(self, keys: str) -> list[asyncio.Task[object]]:
        """A caller for each letter, all in one turn, as far as they get."""

        async def caller(key: str) -> object:
            return await self._load(key)

        tasks = [asyncio.create_task(caller(key)) for key in keys]
        await settled()
        return tasks

    @property
    def calls(self) -> str:
        """The calls so far, as in "ab c"."""
        return " ".join("".join(keys) for keys in self.users.calls)


def told(*tasks: asyncio.Task[object]) -> str:
    """What the callers came back with."""
    return ", ".join(_told(task) for task in tasks)


def _told(task: asyncio.Task[object]) -> str:
    if not task.done():
        return "waits"
    if task.cancelled():
        return "is cancelled"
    error = task.exception()
    if error is None:
        return str(task.result())
    # What they call a wrong number of values: ValueError here, TypeError there, a class of its own with strawberry.
    return str(error) if isinstance(error, OSError) else "is told of the number"


async def one_turn(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("ab")
    await page.users.answer()
    return f"{page.calls}: {told(*tasks)}"


async def equal_keys(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("aba")
    await page.users.answer()
    return f"{page.calls}: {told(*tasks)}"


async def two_in_a_call_at_most(make: Make) -> str:
    page = Page(make, 2)
    tasks = await page.asks("abcde")
    for number in (3, 1, 2):
        await page.users.answer(number)
    return f"{page.calls}: {told(*tasks)}"


async def equal_keys_are_cut_once(make: Make) -> str:
    page = Page(make, 2)
    await page.asks("aabb")
    return page.calls


async def an_error_of_one_key(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("axb")
    await page.users.answer(values=["A", OSError("no x"), "B"])
    return told(*tasks)


async def the_call_fails(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("ab")
    await page.users.fail()
    return told(*tasks)


async def after_a_failed_call(make: Make) -> str:
    page = Page(make)
    first = await page.asks("a")
    await page.users.fail()
    again = await page.asks("a")
    if len(page.users.calls) == 2:
        await page.users.answer(2)
    return f"{told(*first)}; {told(*again)}"


async def a_value_too_few(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("ab")
    await page.users.answer(values=["A"])
    return told(*tasks)


async def a_value_too_many(make: Make) -> str:
    page = Page(make)
    tasks = await page.asks("ab")
    await page.users.answer(values=["A", "B", "C"])
    return told(*tasks)


async def a_key_during_a_call(make: Make) -> str:
    page = Page(make)
    first = await page.asks("a")
    late = await page.asks("b")
    for number in (2, 1):
        await page.users.answer(number)
    return f"{page.calls}: {told(*first, *late)}"


async def the_same_key_during_its_call(make: Make) -> str:
    page = Page(make)
    await page.asks("a")
    await page.asks("a")
    return page.calls


async def the_same_key_later(make: Make) -> str:
    page = Page(make)
    await page.asks("a")
    await page.users.answer()
    await page.asks("a")
    return page.calls


async def one_of_a_call_leaves(make: Make) -> str:
    page = Page(make)
    leaver, other = await page.asks("ab")
    leaver.cancel()
    await settled()
    await page.users.answer()
    return told(leaver, other)


async def one_of_two_with_a_key_leaves(make: Make) -> str:
    page = Page(make)
    leaver, other = await page.asks("aa")
    leaver.cancel()
    await settled()
    if other.done():
        return told(leaver, other)
    await page.users.answer()
    return told(leaver, other)


async def one_leaves_and_the_call_fails(make: Make) -> str:
    lost: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: lost.append(context["message"]))
    page = Page(make)
    leaver, other = await page.asks("ab")
    leaver.cancel()
    await page.users.fail()
    outcome = told(leaver, other)
    del page, leaver, other
    gc.collect()
    return f"{outcome}, {len(lost)} lost"


Moment = Callable[[Make], Coroutine[Any, Any, str]]
ROWS: list[tuple[Moment, str, dict[str, str]]] = [
    (one_turn, "ab: A, B", {}),
    (equal_keys, "ab: A, B, A", {}),
    (two_in_a_call_at_most, "ab cd e: A, B, C, D, E", {}),
    (equal_keys_are_cut_once, "ab", {}),
    (an_error_of_one_key, "A, no x, B", {}),
    (the_call_fails, "down, down", {}),
    (after_a_failed_call, "down; A", {"strawberry": "down; down"}),
    (a_value_too_few, "is told of the number, is told of the number", {}),
    (a_value_too_many, "is told of the number, is told of the number", {}),
    (a_key_during_a_call, "a b: A, B", {}),
    (the_same_key_during_its_call, "a a", {"strawberry": "a", "aiodataloader": "a"}),
    (the_same_key_later, "a a", {"strawberry": "a", "aiodataloader": "a"}),
    (one_of_a_call_leaves, "is cancelled, B", {}),
    (
        one_of_two_with_a_key_leaves,
        "is cancelled, A",
        dict.fromkeys(("strawberry", "aiodataloader"), "is cancelled, is cancelled"),
    ),
    (one_leaves_and_the_call_fails, "is cancelled, down, 0 lost", {}),
]
"""The moment, what comes of it, and which libraries differ."""


def aiodataloader(monkeypatch: pytest.MonkeyPatch) -> Make:
    monkeypatch.syspath_prepend(str(*folders_of(AIODATALOADER)))
    library = importlib.import_module("aiodataloader")
    monkeypatch.delitem(sys.modules, "aiodataloader")
    return lambda fetch, most: library.DataLoader(fetch, max_batch_size=most).load


def strawberry(monkeypatch: pytest.MonkeyPatch) -> Make:
    """Its loader alone: all that it takes from the rest, which needs graphql-core, is the class of an error."""
    (folder,) = folders_of(STRAWBERRY)
    package = types.ModuleType("strawberry")
    package.__path__ = [str(folder / "strawberry")]
    errors: Any = types.ModuleType("strawberry.exceptions")
    errors.WrongNumberOfResultsReturned = type("WrongNumber", (Exception,), {"__init__": lambda self, **counts: None})
    monkeypatch.setitem(sys.modules, "strawberry", package)
    monkeypatch.setitem(sys.modules, "strawberry.exceptions", errors)
    library = importlib.import_module("strawberry.dataloader")
    monkeypatch.delitem(sys.modules, "strawberry.dataloader")
    return lambda fetch, most: library.DataLoader(fetch, max_batch_size=most).load


def ours(name: str) -> Make:
    names = names_of(OURS[name])
    return lambda fetch, most: names["BatchLoader"](fetch, most).load


LIBRARIES = {"aiodataloader": aiodataloader, "strawberry": strawberry}


@pytest.mark.asyncio
@pytest.mark.parametrize("name", [*OURS, *LIBRARIES])
@pytest.mark.parametrize(("moment", "outcome", "otherwise"), [pytest.param(*each, id=each[0].__name__) for each in ROWS])
async def test_the_loaders_do_as_the_row_says(
    moment: Moment, outcome: str, otherwise: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = LIBRARIES[name](monkeypatch) if name in LIBRARIES else ours(name)
    assert await moment(make) == otherwise.get(name, outcome)


MEASURES = (
    Measure(
        "moments of batch loaders",
        "strawberry 0.341, aiodataloader 0.4",
        KATA.id,
        lambda: items(__file__, r"-solution\]$"),
    ),
)
