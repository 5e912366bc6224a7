"""What the team has: a page whose parts come, one that lacks a part, and none."""

from __future__ import annotations

import asyncio

import pytest
from gather import gather, settled

pytestmark = pytest.mark.asyncio


async def part(name: str) -> str:
    await asyncio.sleep(0)
    if name == "bad":
        raise OSError("no such part")
    return name.upper()


async def test_results_come_in_the_order_of_the_arguments() -> None:
    assert await gather(part("a"), part("b"), part("c")) == ["A", "B", "C"]


async def test_tasks_and_futures_are_taken_too() -> None:
    future = asyncio.get_running_loop().create_future()
    future.set_result("B")
    assert await gather(asyncio.create_task(part("a")), future) == ["A", "B"]


async def test_an_error_is_raised() -> None:
    with pytest.raises(OSError, match="no such part"):
        await gather(part("a"), part("bad"))


async def test_settled_tells_of_each() -> None:
    told = await settled(part("a"), part("bad"), part("c"))
    assert [word for word, _ in told] == ["ok", "error", "ok"]
    assert isinstance(told[1][1], OSError)


async def test_nothing_gives_nothing() -> None:
    assert await gather() == []
    assert await settled() == []
