"""Readers who go away while a row is loading."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import World, call, race
from gym.race.steps import Step

from .store import A_MOMENT, BUDGET, NO_ANSWER, TEA, TTL, Table, cache_over, later, loads, row, told, under_way


@race(
    "two readers wait for one load and one of them goes away: the other gets the row",
    shape="lifecycle",
    points=2,
    fault="one-reader-cancels-all",
    level=2,
    ties="cancel",
    early="cancel",
    timers="last",
    budget=BUDGET,
)
def one_leaves(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table)
    held = [True]
    table.held = lambda read: bool(held)
    first = world.flow("first reader", cache.get, *TEA)
    second = world.flow("second reader", cache.get, *TEA)
    world.may_hang(first, second)
    world.run()  # until both wait, and no further
    held.clear()
    world.may_cancel(second, first)
    late = world.flow("late reader", cache.get, *TEA, after=[first, second])
    world.run()
    fine = first.cancel_sent or told(first) == row(*TEA)
    world.check(fine, "the first reader gets the row, though the second has left", told(first))
    fine = second.cancel_sent or told(second) == row(*TEA)
    world.check(fine, "the second reader gets the row, though the first has left", told(second))
    world.check(told(late) == row(*TEA), "who comes later gets the row", told(late))


@race(
    "all readers of a row that is too old go away, or its load fails: it is cancelled, and who comes next gets the row",
    shape="lifecycle",
    points=2,
    level=1,
    max_ties=1,
    max_cancels=2,
    timers="last",
    budget=BUDGET,
)
def all_leave(world: World) -> None:
    loader, cache = cache_over(world, Table(), stale=TTL)
    pause = later(world, 2 * TTL + A_MOMENT, [world.flow("an earlier reader", cache.get, *TEA)])
    pair = [world.flow(name, cache.get, *TEA, after=[pause]) for name in ("reader A", "reader B")]
    world.may_cancel(*pair)
    world.may_fail(loader.load, NO_ANSWER, flows=pair)
    for_nobody: list[int] = []

    def comes_next() -> Generator[Step, object, object]:
        reading = len(under_way(world))
        for_nobody.append(reading if all(flow.ended for flow in pair) else 0)
        return (yield call(cache.get, *TEA))

    late = world.flow("next reader", comes_next, after=pair[:1])
    world.run()
    world.check(for_nobody == [0], "a load that nobody waits for is cancelled", f"{for_nobody[0]} under way")
    joined = told(late) == "LoadFailed" and any(read.state == "failed" for read in loads(world))
    world.check(joined or told(late) == row(*TEA), "who comes next gets the row", told(late))
