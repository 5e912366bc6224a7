"""A row is changed while it is being read."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Raised, World, call, race, together
from gym.race.steps import Step

from .store import (
    A_MOMENT,
    BUDGET,
    NO_ANSWER,
    TEA,
    TTL,
    OvertakenTable,
    Table,
    all_told,
    cache_over,
    later,
    loads,
    readers,
    row,
    told,
    under_way,
)

OLD_OR_NEW = (row(*TEA, 1), row(*TEA, 2))


@race(
    "three wait for a row and it is changed while its load is on its way back: who asks after that gets the new row",
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

    def three_at_once() -> Generator[Step, object, object]:
        return (yield together(*(call(cache.get, *TEA) for _ in range(3))))

    reader = world.flow("three readers", three_at_once)

    def changes() -> Generator[Step, object, object]:
        table.changes()
        yield call(cache.invalidate, *TEA)
        return (yield call(cache.get, *TEA))

    change = world.flow("writer", changes)
    late = world.flow("late reader", cache.get, *TEA, after=[reader, change])
    world.run()
    values = reader.value if isinstance(reader.value, list) else [told(reader)]
    found = [value.name if isinstance(value, Raised) else value for value in values]
    world.check(all(value in OLD_OR_NEW for value in found), "who was waiting gets the row, old or new", f"{found}")
    world.check(told(change) == row(*TEA, 2), "who has changed the row reads the new one", told(change))
    world.check(told(late) == row(*TEA, 2), "who comes later reads the new one", told(late))
    # The load that was overtaken, the one that counts, and one more for those who were waiting and look again.
    world.check(len(loads(world)) <= 3, "who was waiting shares what is loaded after it", f"{len(loads(world))} loads")


@race(
    "a row is changed while it is being refreshed: who asks after that gets the new row",
    shape="stale-response",
    points=2,
    fault="load-undoes-invalidation",
    level=1,
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def refresh_overtaken(world: World) -> None:
    table = OvertakenTable()
    _loader, cache = cache_over(world, table, stale=TTL)
    pause = later(world, TTL + A_MOMENT, [world.flow("an earlier reader", cache.get, *TEA)])
    reader = world.flow("reader", cache.get, *TEA, after=[pause])
    known: list[int] = []

    def changes() -> Generator[Step, object, object]:
        table.changes()
        yield call(cache.invalidate, *TEA)
        known.append(len(loads(world)))
        return None

    change = world.flow("writer", changes, after=[reader])
    newer = readers(world, cache, "newer reader", "newer reader, too", after=[change])
    late = world.flow("late reader", cache.get, *TEA, after=newer)
    world.run()
    world.check(told(reader) in OLD_OR_NEW, "who asked before gets the row, old or new", told(reader))
    world.check(all_told(newer) == [row(*TEA, 2)], "who asks after it reads the new one", f"{all_told(newer)}")
    world.check(told(late) == row(*TEA, 2), "who comes later reads the new one", told(late))
    since = len(loads(world)) - known[0]
    world.check(since <= 1, "one load since the invalidation", f"{since} loads")


@race(
    "a load from before an invalidation ends, fails or is left: the newer load is shared, and its row is kept",
    shape="stale-response",
    points=2,
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
    world.may_fail(loader.load, NO_ANSWER, flows=[older])
    world.may_cancel(older)

    def script() -> Generator[Step, object, object]:
        yield call(cache.invalidate, *TEA)
        invalidated.append(len(loads(world)))
        return (yield call(cache.get, *TEA))

    newer = world.flow("newer reader", script)
    waited = [older.name]
    for_nobody: list[int] = []

    def comes_late() -> Generator[Step, object, object]:
        for_nobody.append(len(under_way(world)) - int(newer.running))
        if not invalidated:
            waited.append("late reader")
        return (yield call(cache.get, *TEA))

    late = world.flow("late reader", comes_late, after=[older])
    last = world.flow("last reader", cache.get, *TEA, after=[newer, late])
    world.run()
    fair = older.cancel_sent or told(older) in (row(*TEA), "LoadFailed")
    world.check(fair, "who waited for the older load is told of it", told(older))
    # Whoever was waiting already is free to look for the new row, and may ask for it once more.
    since = [read for read in loads(world)[invalidated[0] :] if read.flow not in waited]
    since = [read for read in since if read.state not in ("failed", "cancelled")]
    shared = len(since) <= 1
    world.check(older.cancel_sent or shared, "one load since the invalidation", f"{len(since)} loads")
    world.check(shared, "a reader who leaves the older load leaves the newer one alone", f"{len(since)} loads")
    world.check(for_nobody[0] <= 0, "a load that nobody waits for is cancelled, also an older one")
    world.check(told(last) == row(*TEA), "who comes last gets the row", told(last))
