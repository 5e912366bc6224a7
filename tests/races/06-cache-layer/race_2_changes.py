"""A row is changed while it is being read."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Fault, Handle, World, call, race
from gym.race.steps import Step

from .store import BUDGET, TEA, TTL, OvertakenTable, Script, Table, cache_over, later, loads, row, told

OLD_OR_NEW = (row(*TEA, 1), row(*TEA, 2))


def writer(table: Table, cache: Handle) -> Script:
    """Changes the row, invalidates it, and looks at what it gets then."""

    def script() -> Generator[Step, object, object]:
        table.changes()
        yield call(cache.invalidate, *TEA)
        return (yield call(cache.get, *TEA))

    return script


@race(
    "a row is changed while a load of it is on its way back: who asks after that gets the new row",
    shape="stale-response",
    points=2,
    fault="load-undoes-invalidation",
    level=1,
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def overtaken(world: World) -> None:
    table = OvertakenTable()
    _loader, cache = cache_over(world, table, stale=TTL)
    reader = world.flow("reader", cache.get, *TEA)
    change = world.flow("writer", writer(table, cache))
    late = world.flow("late reader", cache.get, *TEA, after=[reader, change])
    world.run()
    world.check(told(reader) in OLD_OR_NEW, "who was waiting gets the row, old or new", told(reader))
    world.check(told(change) == row(*TEA, 2), "who has changed the row reads the new one", told(change))
    world.check(told(late) == row(*TEA, 2), "who comes later reads the new one", told(late))


@race(
    "a row is changed while it is being refreshed: who asks after that gets the new row",
    shape="stale-response",
    points=2,
    fault="load-undoes-invalidation",
    timers="last",
    budget=BUDGET,
)
def refresh_overtaken(world: World) -> None:
    table = OvertakenTable()
    _loader, cache = cache_over(world, table, stale=TTL)
    pause = later(world, TTL + 1, [world.flow("an earlier reader", cache.get, *TEA)])
    reader = world.flow("reader", cache.get, *TEA, after=[pause])
    change = world.flow("writer", writer(table, cache), after=[pause])
    late = world.flow("late reader", cache.get, *TEA, after=[reader, change])
    world.run()
    world.check(told(reader) in OLD_OR_NEW, "who asked before gets the row, old or new", told(reader))
    world.check(told(change) == row(*TEA, 2), "who has changed the row reads the new one", told(change))
    world.check(told(late) == row(*TEA, 2), "who comes later reads the new one", told(late))


@race(
    "a load from before an invalidation ends or fails late: the newer load is shared, and its row is kept",
    shape="stale-response",
    points=1,
    timers="last",
    budget=BUDGET,
)
def newer_load(world: World) -> None:
    table = Table()
    loader, cache = cache_over(world, table)
    invalidated: list[int] = []
    held = [True]
    table.held = lambda read: bool(held)
    older = world.flow("older reader", cache.get, *TEA)
    world.may_hang(older)
    world.run()  # until its load is under way, and no further
    held.clear()
    world.may_fail(loader.load, Fault("LoadFailed", "no answer"), flows=[older])

    def script() -> Generator[Step, object, object]:
        yield call(cache.invalidate, *TEA)
        invalidated.append(len(loads(world)))
        return (yield call(cache.get, *TEA))

    newer = world.flow("newer reader", script)
    waited = [older.name]

    def comes_late() -> Generator[Step, object, object]:
        if not invalidated:
            waited.append("late reader")
        return (yield call(cache.get, *TEA))

    late = world.flow("late reader", comes_late, after=[older])
    last = world.flow("last reader", cache.get, *TEA, after=[newer, late])
    world.run()
    world.check(told(older) in (row(*TEA), "LoadFailed"), "who waited for the older load is told of it", told(older))
    # Whoever was waiting already is free to look for the new row, and may ask for it once more.
    since = [read for read in loads(world)[invalidated[0] :] if read.flow not in waited and read.state != "failed"]
    world.check(len(since) <= 1, "one load since the invalidation", f"{len(since)} loads")
    world.check(told(last) == row(*TEA), "who comes last gets the row", told(last))
