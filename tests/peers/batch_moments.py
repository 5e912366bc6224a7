"""Moments in which batch loaders may differ: some callers, and a fetch that ends when the moment says so."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Awaitable, Callable, Sequence

from tests.peers.virtual import settled

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
        """End a call, if there is one, with these values, or with each key's letter in capitals."""
        for keys, end in zip(self.calls[number - 1 : number], self._ends[number - 1 : number], strict=True):
            if not end.done():
                end.set_result([key.upper() for key in keys] if values is None else values)
        await settled()

    async def fail(self, number: int = 1) -> None:
        if not self._ends[number - 1].done():
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
        """The keys of the calls so far, as in "calls ab+c"."""
        return f"calls {'+'.join(''.join(keys) for keys in self.users.calls)}"


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
        result = task.result()
        return "gets an error" if isinstance(result, Exception) else str(result)
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
    return f"{told(*first)}, then {told(*again)}"


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
