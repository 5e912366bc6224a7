"""How many tokens there are, by the clock that was handed in."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, call, race
from gym.race.steps import Step

from .gate import BUDGET, HOUR, PER_SECOND, THIRD, ByHand, Gate, along, pause, told

ROW = [(0, True), (0, True), (0, True), (0, False), (100, False), (500, True), (600, False)]
ROW += [(2000, True), (2000, True), (2000, True), (2000, False)]
LOOKS = 20
BETWEEN = 0.0166


@race(
    "capacity 3, two a second: tries at 0 0 0 0 100 500 600 2000 2000 2000 2000 ms of the clock get what they should",
    shape="control",
    points=1,
    fault="loops-clock",
    budget=BUDGET,
)
def row(world: World) -> None:
    clock = ByHand()
    bucket = world.subject("TokenBucket", 3, 2, now=world.clock("now", clock))
    got: list[object] = []
    world.watch("told", lambda: f"{ROW[len(got) - 1][0]} ms: {got[-1]}" if got else "-")

    def tries() -> Generator[Step, Any, None]:
        for at_ms, _ in ROW:
            # A hair late: how a version rounds must not decide.
            clock.at = at_ms / 1000 * (1 + 1e-6)
            got.append((yield call(bucket.try_take)))

    world.flow("tries", tries)
    world.run()
    should = [allowed for _, allowed in ROW]
    world.check(got == should, "each try gets what it should", f"{got}")


@race(
    "nobody asks for an hour: there are three tokens then and no more, whether one or all were taken before",
    shape="control",
    points=1,
    fault="fuller-than-full",
    budget=BUDGET,
)
def never_fuller(world: World) -> None:
    gate = Gate(world, 3)
    got: list[list[bool]] = []
    too_much: list[object] = []

    def visitor() -> Generator[Step, Any, None]:
        yield from gate.tries("before")
        for _ in range(2):
            yield pause(world, HOUR)
            got.append([])
            for _ in range(5):
                got[-1].append((yield from gate.tries("after")))
        yield pause(world, HOUR)
        too_much.append((yield call(gate.bucket.try_take, 4)))

    world.flow("visitor", visitor)
    world.run()
    world.check(got == [[True] * 3 + [False] * 2] * 2, "three are let in and two refused", f"{got}")
    world.check(too_much == [False], "a try for more than it holds is refused", f"{too_much}")


@race(
    "twenty looks at an empty bucket, 16.6 ms apart: a token comes after a third of a second, as if nobody had looked",
    shape="control",
    points=1,
    budget=BUDGET,
)
def many_looks(world: World) -> None:
    clock = ByHand()
    bucket = world.subject("TokenBucket", 1, PER_SECOND, now=world.clock("now", clock))
    got: list[object] = []
    world.watch("told", lambda: f"{got[-1]}" if got else "-")

    def looks() -> Generator[Step, Any, None]:
        for at in [look * BETWEEN for look in range(LOOKS + 1)] + [THIRD + 0.002, THIRD + 0.003]:
            clock.at = at
            got.append((yield call(bucket.try_take)))

    world.flow("looks", looks)
    world.run()
    early = got[1 : LOOKS + 1].count(True)
    world.check(got[:1] == [True] and early == 0, "there is none before a third of a second", f"{early} too many")
    world.check(got[-2:] == [True, False], "there is one after a third of a second", f"{got[-2:]}")


def an_hour_back(at: float) -> float:
    """A clock that is set back by an hour a tenth of a second after it was begun."""
    return at if at < 0.1 else at - HOUR


@race(
    "the clock is set back by an hour while somebody waits: it waits a little longer, and not an hour",
    shape="control",
    points=2,
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def set_back(world: World) -> None:
    gate = Gate(world, 1, an_hour_back, counts=along)
    gate.never_too_early()
    holder = gate.come("holder")
    (waiting,) = gate.come("waiting", after=holder)
    late = world.flow("late", lambda: _two_tries(world, gate), after=[waiting])
    world.run()
    gate.check_times()
    world.check(late.value == [False, True], "after it, tokens come as before", told(late))


def _two_tries(world: World, gate: Gate) -> Generator[Step, Any, list[bool]]:
    """Somebody tries half a token's time after the last one was taken, and again when it is there."""
    got = []
    for seconds in (THIRD / 2, THIRD / 2 + 0.01):
        yield pause(world, seconds)
        got.append((yield from gate.tries("late")))
    return got
