"""Moments in which single flights may differ: some callers, and calls that end when the moment says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.peers.virtual import settled

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
        for call in self.calls[number - 1 : number]:
            if not call.done():
                call.set_result(f"result {number}")
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
