"""The proof: a newcomer between the wakeup and the next step, two events in one turn, and a taker that leaves."""

from __future__ import annotations

import asyncio

import pytest
from channel import Channel

from gym.gates import Gates

pytestmark = pytest.mark.asyncio


async def test_a_newcomer_takes_the_event_and_the_other_waits_on(gates: Gates) -> None:
    channel = Channel(2)
    waits = gates.start("waits", channel.take())
    await gates.settle()
    gates.start("put a", channel.put("a"))
    newcomer = gates.start("newcomer", channel.take())  # runs before the one that the put wakes
    await gates.settle()
    await channel.put("b")
    assert sorted([await waits, await newcomer]) == ["a", "b"]


async def test_two_events_in_one_turn_are_for_two_takers(gates: Gates) -> None:
    channel = Channel(2)
    takers = [gates.start(name, channel.take()) for name in ("first", "second")]
    await gates.settle()
    gates.start("put a", channel.put("a"))
    gates.start("put b", channel.put("b"))
    assert sorted([await taker for taker in takers]) == ["a", "b"]


@pytest.mark.parametrize("turns", [None, 0, 1])
async def test_when_the_first_goes_away_as_the_event_comes_the_second_gets_it(gates: Gates, turns: int | None) -> None:
    channel = Channel(1)
    first = gates.start("first", channel.take())
    second = gates.start("second", channel.take())
    await gates.settle()
    if turns is None:
        first.cancel()
    put = gates.start("put", channel.put("a"))
    for _ in range(turns or 0):
        await asyncio.sleep(0)
    first.cancel()
    await put
    await gates.settle()
    taken = [task.result() for task in (first, second) if task.done() and not task.cancelled()]
    assert taken == ["a"]
    second.cancel()
