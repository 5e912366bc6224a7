"""What a synchronous call of the subject is told, or counts, by the virtual clock."""

from __future__ import annotations

import pytest

from gym.judge.verdict import Verdict
from gym.race import World, op, race
from tests.race.arena import Arena


class Net:
    @op(latency=0.2)
    async def slow(self) -> float:
        return 0.2


SOURCE = """
    import asyncio

    async def sleeps(now):
        told = []
        for seconds in (0.25, 30.0):
            await asyncio.sleep(seconds)
            told.append(round(now(), 3))
        return told

    async def asks(net, now):
        loop = asyncio.get_running_loop()
        await asyncio.sleep(1.0)
        began = loop.time()
        call = asyncio.ensure_future(net.slow())
        loop.call_soon(now)
        await call
        return round(loop.time() - began, 3)
"""


@pytest.mark.parametrize("level", [0, 2])
def test_a_clock_made_of_the_worlds_time_tells_it_in_the_turn_of_a_timer(arena: Arena, level: int) -> None:
    @race("the clock goes along", shape="control", level=level)
    def goes_along(world: World) -> None:
        flow = world.flow("sleeps", world.function("sleeps"), world.clock("now", lambda: world.now))
        world.run()
        world.check(flow.value == [0.25, 30.25], "the time is told", repr(flow.value))

    assert arena.judge(SOURCE, goes_along).verdict is Verdict.ACCEPTED


def test_a_call_that_is_under_way_when_a_callback_is_asked_still_takes_as_long_as_it_says(arena: Arena) -> None:
    @race("a fifth of a second", shape="control")
    def takes_its_time(world: World) -> None:
        net = world.port("net", Net())
        flow = world.flow("asks", world.function("asks"), net, world.clock("now", lambda: world.now))
        world.run()
        world.check(flow.value == 0.2, "it takes 0.2 s", repr(flow.value))

    assert arena.judge(SOURCE, takes_its_time).verdict is Verdict.ACCEPTED
