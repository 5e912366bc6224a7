"""How many retries go out."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import Handle, World, call, race
from gym.race.steps import Step

from .gate import BUDGET, ByHand, told

FLOOR = 2
WINDOW = 10.0


def budget_in(world: World, clock: ByHand) -> Handle:
    """A budget: a quarter of the requests, and two at least."""
    return world.subject("RetryBudget", ratio=0.25, floor=FLOOR, window=WINDOW, now=world.clock("now", clock))


def requests(budget: Handle, count: int) -> Generator[Step, Any, None]:
    for _ in range(count):
        yield call(budget.request)


def granted(budget: Handle, count: int) -> Generator[Step, Any, int]:
    """How many of so many retries in a row may go out."""
    found = 0
    for _ in range(count):
        found += (yield call(budget.try_retry)) is True
    return found


@race(
    "no requests, then 4, 20, 22 and 64 in all: of more tries, 2, 2, 5, 5 and 16 retries have gone out",
    shape="retry-storm",
    points=1,
    fault="refused-but-counted",
    budget=BUDGET,
)
def retries(world: World) -> None:
    budget = budget_in(world, ByHand())
    out: list[int] = []

    def client() -> Generator[Step, Any, None]:
        for more in (0, 4, 16, 2, 42):
            yield from requests(budget, more)
            out.append(sum(out[-1:]) + (yield from granted(budget, 12)))

    flow = world.flow("client", client)
    world.run()
    world.check(flow.outcome == "ok", "every call returns", told(flow))
    found = f"{out} of 0, 4, 20, 22 and 64 requests"
    world.check(out[0] == 2, "the floor goes out without a request", found)
    world.check(out[1] == 2, "floor and ratio are not added up", found)
    world.check(out[2] >= 5, "all that the ratio allows goes out", found)
    world.check(out[2] == 5, "retries are no requests", found)
    world.check(out[3] == 5, "half a retry is none", found)
    world.check(out[4] == 16, "a quarter of all requests goes out", found)


@race(
    "a window is over: nothing of it counts any more, and the next one begins without a request",
    shape="control",
    points=1,
    fault="window-waits-for-a-request",
    budget=BUDGET,
)
def next_window(world: World) -> None:
    clock = ByHand()
    budget = budget_in(world, clock)
    out: list[int] = []

    def client() -> Generator[Step, Any, None]:
        for at, count in ((0.0, 16), (WINDOW * 2.5, 0), (WINDOW * 5, 4)):
            clock.at = at
            yield from requests(budget, count)
            out.append((yield from granted(budget, 8)))

    flow = world.flow("client", client)
    world.run()
    world.check(flow.outcome == "ok", "every call returns", told(flow))
    found = f"{out} of 16, 0 and 4 requests"
    world.check(out[0] == 4, "a quarter of the requests goes out", found)
    world.check(out[1] >= 2, "retries of an old window count no more", found)
    world.check(out[2] >= 2, "the floor goes out in every window", found)
    world.check(out[1:] == [2, 2], "requests of an old window count no more", found)
