"""Who puts and who takes: everybody gets a turn, and nothing is lost."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, call, race
from gym.race.steps import Step

from .pipe import BUDGET, channel_in, in_order, puts, returned, taking, told

BUSINESS = 60
"""Steps of something else that goes on: more than the judge lets pass while the loop never comes to rest."""


@race(
    "two take and two put, with room for one event: both puts return, and each taker gets one of the events",
    shape="lost-wakeup",
    points=2,
    fault="woken-does-not-look-again",
    level=1,
    budget=BUDGET,
)
def exchange(world: World) -> None:
    channel = channel_in(world, 1)
    takers = [world.flow(name, channel.take) for name in ("taker A", "taker B")]
    world.alike(*takers)
    putters = puts(world, channel, "a", "b")
    world.alike(*putters)
    world.run()
    world.check(returned(putters) == 2, "both puts return", f"{[told(flow) for flow in putters]}")
    got = in_order(map(told, takers))
    world.check(got == ["a", "b"], "each taker gets one of the events", f"{got}")


@race(
    "four put, with room for two events, and two take: never more than two wait in the channel",
    shape="backpressure",
    points=2,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def bounded(world: World) -> None:
    channel = channel_in(world, 2)
    first = puts(world, channel, "a", "b")
    more = puts(world, channel, "c", "d", after=first)
    world.alike(*first)
    world.alike(*more)
    got: list[object] = []
    consumers = [world.flow(name, taking(channel, got, 2), after=first) for name in ("consumer A", "consumer B")]
    world.alike(*consumers)
    world.watch("inside", lambda: str(returned(first + more) - len(got)))
    world.always("no more than two events wait", lambda: returned(first + more) - len(got) <= 2)
    world.run()
    world.check(in_order(got) == ["a", "b", "c", "d"], "each event comes out once", f"{got}")


@race(
    "a put waits for room while the rest of the service works on: it is woken, and does not keep the loop busy until then",
    shape="control",
    points=1,
    budget=BUDGET,
)
def at_rest(world: World) -> None:
    channel = channel_in(world, 1)
    (fill,) = puts(world, channel, "a")
    (waits,) = puts(world, channel, "b", after=[fill])
    pause = world.function("asyncio:sleep")

    def works() -> Generator[Step, Any, None]:
        for _ in range(BUSINESS):
            yield call(pause, 0)

    rest = world.flow("the rest", works, after=[fill])
    got: list[object] = []
    world.flow("consumer", taking(channel, got, 2), after=[rest])
    world.run()
    world.check(returned([fill, waits]) == 2, "both puts return", f"{told(waits)}")
    world.check(got == ["a", "b"], "both events come out", f"{got}")
