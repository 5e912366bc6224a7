"""Fresh, stale, too old."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from gym.race import Handle, World, call, op, race
from gym.race.steps import Step

from .store import (
    A_MOMENT,
    BUDGET,
    NO_ANSWER,
    TEA,
    TTL,
    Script,
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


class SlowTable(Table):
    """A read takes 40 seconds of the clock."""

    @op(on_cancel="drops", latency=40)
    async def load(self, tenant: str, key: str) -> str:
        return row(tenant, key, self.version)


@race(
    "loads take 40 s, and a row is read just before and after it is too old: its refresh is waited for, and as fresh",
    shape="control",
    points=2,
    level=1,
    ties="cancel",
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def age(world: World) -> None:
    table = SlowTable()
    loader, cache = cache_over(world, table, stale=TTL)
    loaded: list[int] = []
    first = readers(world, cache, "reader A", "reader B")
    fresh = world.flow("fresh", cache.get, *TEA, after=[later(world, TTL - A_MOMENT, first, table.changes)])
    pause = later(world, TTL, [fresh], lambda: loaded.append(len(loads(world))))
    stale = world.flow("stale", cache.get, *TEA, after=[pause])
    pause = later(world, 2 * A_MOMENT, [stale])
    old = [world.flow(name, cache.get, *TEA, after=[pause]) for name in ("too old", "too old, too")]
    world.may_fail(loader.load, NO_ANSWER, flows=[stale])
    world.may_cancel(old[0])
    world.always("no second load while one is under way", lambda: len(under_way(world)) <= 1)
    pause = later(world, TTL - 1, old, lambda: loaded.append(len(loads(world))))
    again = world.flow("fresh again", cache.get, *TEA, after=[pause])
    world.run()
    world.check(all_told(first) == [row(*TEA)], "the first readers get the row", f"{all_told(first)}")
    world.check(told(fresh) == row(*TEA), "a fresh row is served", told(fresh))
    world.check(loaded[0] == 1, "a row is fresh for 60 s from the end of its load", f"{loaded[0]} loads")
    world.check(told(stale) == row(*TEA), "a stale row is served", told(stale))
    failed = any(read.state == "failed" for read in loads(world))
    waited = [told(flow) for flow in old if not flow.cancel_sent]
    fair = row(*TEA) not in waited
    world.check(fair, "a row that is too old is not served", f"{waited}")
    fair = all(value == row(*TEA, 2) or (failed and value == "LoadFailed") for value in waited)
    world.check(fair, "who waits for a refresh gets what it brings, though another leaves", f"{waited}")
    world.check(told(again) == row(*TEA, 2), "what a refresh brings is served", told(again))
    if not failed:
        shared = old[0].cancel_sent or loaded[1] == 2
        world.check(shared, "who has to wait waits for the refresh", f"{loaded[1] - 1} loads")
        since = len(loads(world)) - loaded[1]
        world.check(since == 0, "what a refresh brings is fresh for 60 s from its end", f"{since} loads")


@dataclass
class Moment:
    """What a reader of a row that was loaded once before found when it came: how many loads, and how the last one stood."""

    loads: int
    state: str

    @property
    def served(self) -> str:
        """What is to be served, while that is the row's only refresh so far."""
        return row(*TEA, 2 if self.state == "completed" and self.loads > 1 else 1)


def noting(world: World, cache: Handle, moments: list[Moment]) -> Script:
    """A reader who notes the moment at which it comes."""

    def script() -> Generator[Step, object, object]:
        moments.append(Moment(len(loads(world)), loads(world)[-1].state))
        return (yield call(cache.get, *TEA))

    return script


@race(
    "three readers find a stale row: they get it at once, one refresh is begun, and later readers get what it brings",
    shape="init-race",
    points=2,
    fault="refresh-for-each-reader",
    timers="last",
    budget=BUDGET,
)
def stale_served(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table, stale=TTL)
    pause = later(world, TTL + 5, [world.flow("an earlier reader", cache.get, *TEA)], table.changes)
    found = readers(world, cache, "reader A", "reader B", "reader C", after=[pause])
    table.held = lambda read: pause.ended and not all(flow.ended for flow in found)
    moments: list[Moment] = []
    late = world.flow("late reader", noting(world, cache, moments), after=found)
    last = world.flow("last reader", cache.get, *TEA, after=[later(world, TTL - 2, [late])])
    world.run()
    world.check(all_told(found) == [row(*TEA)], "the stale row is served", f"{all_told(found)}")
    begun = len(loads(world)[: moments[0].loads]) - 1
    world.check(begun == 1, "one refresh is begun", f"{begun} loads")
    world.check(told(late) == moments[0].served, "what the refresh brings is served", told(late))
    world.check(told(last) == row(*TEA, 2), "what the refresh brings is kept", told(last))
    world.check(len(loads(world)) == 2, "what the refresh brings is fresh for 60 s", f"{len(loads(world)) - 1} loads")


@race(
    "a refresh fails: nobody is told, the row is still served, and the next reader begins another refresh",
    shape="cached-failure",
    points=2,
    fault="refresh-failure-unseen",
    timers="last",
    budget=BUDGET,
)
def refresh_fails(world: World) -> None:
    table = Table()
    loader, cache = cache_over(world, table, stale=TTL)
    pause = later(world, TTL + A_MOMENT, [world.flow("an earlier reader", cache.get, *TEA)], table.changes)
    reader = world.flow("reader", cache.get, *TEA, after=[pause])
    world.may_fail(loader.load, NO_ANSWER, flows=[reader])
    moments: list[Moment] = []
    again = world.flow("next reader", noting(world, cache, moments), after=[reader])
    table.held = lambda read: again.running
    world.flow("last reader", noting(world, cache, moments), after=[again])
    world.run()
    world.check(told(reader) == row(*TEA), "the stale row is served", told(reader))
    then, afterwards = moments
    world.check(told(again) == then.served, "the next reader is served", told(again))
    begun = then.state != "failed" or afterwards.loads > then.loads
    world.check(begun, "the next reader begins another refresh")
