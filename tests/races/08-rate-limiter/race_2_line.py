"""Those who wait: one after the other, in the order in which they came."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, race
from gym.race.steps import Step

from .gate import BUDGET, HOUR, Gate, later, told


@race(
    "three wait at an empty bucket: one is let in at each third of a second, in the order of asking",
    shape="control",
    points=2,
    fault="all-sleep-alike",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def one_by_one(world: World) -> None:
    gate = Gate(world, 1)
    gate.never_too_early()
    world.alike(*gate.come("caller A", "caller B", "caller C", "caller D"))
    world.run()
    gate.check_order()
    gate.check_times()


@race(
    "a newcomer takes at the moment at which a token comes: who has waited for it is let in first",
    shape="ordering",
    points=2,
    fault="newcomer-first",
    level=2,
    timers="any",
    max_ties=1,
    max_early=1,
    budget=BUDGET,
)
def newcomer(world: World) -> None:
    gate = Gate(world, 1)
    holder = gate.come("holder")
    gate.come("in line", "newcomer", after=holder)
    world.run()
    gate.check_order()
    gate.check_not_early(2)


@race(
    "one waits for two tokens and somebody tries, when there is one or at the moment of two: it is refused",
    shape="ordering",
    points=1,
    level=2,
    timers="any",
    max_ties=1,
    max_early=1,
    budget=BUDGET,
)
def newcomer_tries(world: World) -> None:
    gate = Gate(world, 2)
    (holder,) = gate.come("holder", n=2)
    (waiting,) = gate.come("wants two", n=2, after=[holder])
    later(world, 0.4, [holder])
    waited: list[bool] = []

    def tries() -> Generator[Step, Any, bool]:
        waited.append(waiting.running)
        return (yield from gate.tries("tries"))

    trying = world.flow("tries", tries, after=[holder])
    world.run()
    refused = trying.value is False or waited == [False]
    world.check(refused, "who tries is refused while somebody waits", told(trying))
    world.check(waiting.outcome == "ok", "who waits is let in", told(waiting))
    gate.check_not_early(2)


@race(
    "who wants two tokens is not passed by who wants one; who wants more than there can be is told so and disturbs nobody",
    shape="ordering",
    points=2,
    fault="more-than-it-holds",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def large_first(world: World) -> None:
    gate = Gate(world, 2)
    gate.never_too_early()
    holder = gate.come("holder", n=2)
    gate.come("wants two", n=2, after=holder)
    gate.come("wants one", after=holder)
    too_much = world.flow("wants three", gate.bucket.take, 3, after=holder)
    world.run()
    world.check(too_much.outcome == "ValueError", "more than it holds is a ValueError", told(too_much))
    gate.check_order()
    gate.check_times()


def stands_still(at: float) -> float:
    """A clock that begins to go after half a second."""
    return max(0.0, at - 0.5)


@race(
    "the clock stands still for half a second while two wait: they are let in when it says so, not before",
    shape="control",
    points=2,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def stuck_clock(world: World) -> None:
    gate = Gate(world, 1, stands_still)
    gate.never_too_early()
    holder = gate.come("holder")
    world.alike(*gate.come("waiting A", "waiting B", after=holder))
    world.run()
    gate.check_order()
    gate.check_times()


def an_hour_ahead(at: float) -> float:
    """A clock that jumps ahead by an hour a tenth of a second after it was begun."""
    return at if at < 0.1 else at + HOUR


@race(
    "the clock jumps ahead by an hour while three wait: the first one finds a full bucket, so two are let in, not three",
    shape="control",
    points=2,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def jumps_ahead(world: World) -> None:
    gate = Gate(world, 2, an_hour_ahead)
    gate.never_too_early()
    holder = gate.come("holder", n=2)
    world.alike(*gate.come("waiting A", "waiting B", "waiting C", after=holder))
    world.run()
    gate.check_times()
