"""What the team has: one wait that ends in time and one that does not, of each kind."""

from __future__ import annotations

import asyncio

import pytest
from timing import Stopped, TimedOut, first_of, sleep, timeout

pytestmark = pytest.mark.asyncio


async def answer(word: str, after: float) -> str:
    await asyncio.sleep(after)
    return word


async def test_a_sleep_ends() -> None:
    await sleep(0.001)


async def test_a_sleep_is_stopped() -> None:
    stop = asyncio.Event()
    asyncio.get_running_loop().call_soon(stop.set)
    with pytest.raises(Stopped):
        await sleep(60, stop)


async def test_who_is_in_time_gives_a_result() -> None:
    assert await timeout(answer("a", 0), 60) == "a"


async def test_who_is_late_is_timed_out() -> None:
    with pytest.raises(TimedOut) as found:
        await timeout(answer("a", 60), 0.001)
    assert found.value.seconds == 0.001


async def test_the_first_one_wins() -> None:
    assert await first_of(answer("a", 60), answer("b", 0.001)) == "b"


async def test_nobody_cannot_be_the_first() -> None:
    with pytest.raises(ValueError):
        await first_of()
