"""Who loads, and what becomes of a load that fails."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from gym.race import Handle, Op, World, call, race, together
from gym.race.steps import Step

from .store import (
    A_MOMENT,
    BUDGET,
    NO_ANSWER,
    TEA,
    TTL,
    Script,
    Table,
    address_of,
    all_told,
    cache_over,
    later,
    loads,
    readers,
    row,
    told,
    under_way,
)

CROWD = 100
MANY = 50
"""Tries that are too many: whoever goes on that long goes on for ever."""
ACMES_SALT = ("acme", "salt")
BOLTS_TEA = ("bolt", "tea")


@race(
    "two readers of a row that is not there, and two once it has run out: one load each time",
    shape="init-race",
    points=2,
    fault="expiry-lets-everybody-in",
    level=1,
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def one_load(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table)
    loaded: list[int] = []
    first = readers(world, cache, "reader A", "reader B")

    def runs_out() -> None:
        table.changes()
        loaded.append(len(loads(world)))

    pause = later(world, TTL + A_MOMENT, first, runs_out)
    second = readers(world, cache, "reader C", "reader D", after=[pause])
    world.run()
    world.check(all_told(first) == [row(*TEA)], "both first readers get the row", f"{all_told(first)}")
    world.check(loaded == [1], "first readers share a load", f"{loaded[0]} loads")
    world.check(all_told(second) == [row(*TEA, 2)], "both later readers get the row as it is then", f"{all_told(second)}")
    shared = len(loads(world)) - loaded[0]
    world.check(shared == 1, "readers of a row that has run out share a load", f"{shared} loads")


class Crowded(Table):
    """Reads of the rows that are `slow` take an hour, and longer."""

    slow: Sequence[tuple[str, str]] = ()

    def _latency(self, read: Op) -> float | None:
        return 3600 if address_of(read) in self.slow else None


@race(
    "a hundred rows load and do not come back: others are loaded and refreshed meanwhile",
    shape="init-race",
    points=1,
    timers="last",
    budget=BUDGET,
)
def other_rows(world: World) -> None:
    table = Crowded()
    _loader, cache = cache_over(world, table, stale=TTL, capacity=2 * CROWD)
    slow = [TEA, *(("acme", f"row {number}") for number in range(1, CROWD))]
    rice, salt = ("acme", "rice"), ACMES_SALT

    def reads(*addresses: tuple[str, str]) -> Script:
        def script() -> Generator[Step, object, object]:
            for address in addresses:
                value = yield call(cache.get, *address)
            return value

        return script

    def comes() -> Generator[Step, object, object]:
        table.slow = slow
        return (yield together(*(call(cache.get, *address) for address in slow)))

    pause = later(world, TTL + A_MOMENT, [world.flow("an earlier reader", reads(TEA, rice))])
    table.held = lambda read: address_of(read) in table.slow
    crowd = world.flow("a hundred readers", comes, after=[pause])
    reader = world.flow("reader of others", reads(rice, salt), after=[later(world, 1, [pause])])
    world.may_hang(crowd, reader)
    world.run()
    stuck = len(under_way(world))
    world.check(reader.ended or stuck > 1, "nobody waits for the load of one other row", told(reader))
    world.check(reader.ended, "nobody waits for the loads of a hundred other rows", f"{stuck} loads are under way")
    world.check(told(reader) == row(*salt), "a row is loaded while others are", told(reader))
    world.check(len(loads(world, rice)) == 2, "a row is refreshed while others are loaded and refreshed")


@race(
    "a load fails: who waits is told or gets the row, and who asks later gets it, if the table is not down for good",
    shape="cached-failure",
    points=2,
    fault="failed-load-kept",
    level=1,
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def failed_load(world: World) -> None:
    table = Table()
    loader, cache = cache_over(world, table, capacity=1)
    early = readers(world, cache, "reader A", "reader B", "reader C")
    late = world.flow("late reader", cache.get, *TEA, after=early)
    last = world.flow("last reader", cache.get, *TEA, after=[later(world, TTL + A_MOMENT, [late], table.changes)])
    world.may_fail(loader.load, NO_ANSWER, flows=[*early, last])

    def nothing_comes() -> Generator[Step, object, object]:
        table.down = MANY
        return (yield call(cache.get, *ACMES_SALT))

    down = world.flow("reader while the table is down", nothing_comes, after=[last])
    known: list[int] = []

    def still_there() -> Generator[Step, object, object]:
        table.down = 0
        known.append(len(loads(world)))
        return (yield call(cache.get, *TEA))

    world.flow("reader of the row before", still_there, after=[down])
    world.always("no second load while one is under way", lambda: len(under_way(world)) <= 1)
    world.run()
    fair = set(all_told(early)) <= {row(*TEA), "LoadFailed"}
    world.check(fair, "who waits gets the row or LoadFailed", f"{all_told(early)}")
    world.check(told(late) == row(*TEA), "who asks later gets the row", told(late))
    fair = told(last) in (row(*TEA, 2), "LoadFailed")
    world.check(fair, "no row that has run out stands in for a failed load", told(last))
    world.check(told(down) == "LoadFailed", "while the table is down its readers are told", told(down))
    kept = told(last) == "LoadFailed" or len(loads(world)) == known[0]
    world.check(kept, "a load that fails takes no row's place")


@race(
    "two tenants use the same key: each gets its own row, and an invalidation is of one of them",
    shape="init-race",
    points=2,
    fault="key-without-tenant",
    timers="last",
    budget=BUDGET,
)
def tenants(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table, stale=TTL, capacity=100)
    salt = world.flow("acme's salt", cache.get, *ACMES_SALT)
    acme = world.flow("of acme", cache.get, *TEA, after=[salt])
    bolt = world.flow("of bolt", cache.get, *BOLTS_TEA, after=[salt])

    def changes() -> Generator[Step, object, object]:
        table.changes()
        return (yield call(cache.invalidate, *TEA))

    change = world.flow("acme's tea changes", changes, after=[acme])
    unasked: list[int] = []

    def asks() -> Generator[Step, object, object]:
        unasked.append(len(loads(world, TEA)) - 1)
        return (yield call(cache.get, *TEA))

    asked = world.flow("of acme, again", asks, after=[change])

    def kept() -> Generator[Step, object, object]:
        yield call(cache.get, *ACMES_SALT)
        return (yield call(cache.get, *BOLTS_TEA))

    again = world.flow("other rows, again", kept, after=[bolt, asked])
    strange = world.flow("strange names", lambda: strange_names(cache), after=[again])
    world.run()
    of_bolt = (row(*BOLTS_TEA), row(*BOLTS_TEA, 2))
    own = told(acme) == row(*TEA) and told(bolt) in of_bolt
    world.check(own, "each tenant gets its own row", f"{told(acme)} and {told(bolt)}")
    world.check(told(asked) == row(*TEA, 2), "a changed row is loaded again", told(asked))
    world.check(unasked == [0], "an invalidated row is loaded when somebody asks, and not before")
    world.check(told(again) == told(bolt), "the other tenant's row is kept", told(again))
    loaded = len(loads(world, BOLTS_TEA))
    world.check(loaded == 1, "the other tenant's row is not loaded again", f"{loaded} loads")
    loaded = len(loads(world, ACMES_SALT))
    world.check(loaded == 1, "the tenant's other row is not loaded again", f"{loaded} loads")
    world.check(strange.value == [], "names with any characters in them are told apart", f"{strange.value}")


def strange_names(cache: Handle) -> Generator[Step, object, list[str]]:
    """Reads pairs of rows whose names run together when something joins tenant and key. Returns what was mixed up."""
    mixed = []
    for joint in ("", ":", "::", "/", "|", "-", "_", ".", ",", " ", "\0", "\x1f"):
        for tenant, key in ((f"a{joint}b", "c"), ("a", f"b{joint}c")):
            value = yield call(cache.get, tenant, key)
            if value != row(tenant, key, 2):
                mixed.append(f"{value}, for {key!r} of {tenant!r}")
    return mixed
