"""Who loads, and what becomes of a load that fails."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Fault, Handle, World, call, race
from gym.race.steps import Step

from .store import BUDGET, TEA, TTL, Table, address_of, all_told, cache_over, later, loads, readers, row, told, under_way


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

    pause = later(world, TTL + 1, first, runs_out)
    second = readers(world, cache, "reader C", "reader D", after=[pause])
    world.run()
    world.check(all_told(first) == [row(*TEA)], "both first readers get the row", f"{all_told(first)}")
    world.check(loaded == [1], "first readers share a load", f"{loaded[0]} loads")
    world.check(all_told(second) == [row(*TEA, 2)], "both later readers get the row as it is then", f"{all_told(second)}")
    shared = len(loads(world)) - loaded[0]
    world.check(shared == 1, "readers of a row that has run out share a load", f"{shared} loads")


@race(
    "one row loads slowly: readers of other rows are answered meanwhile",
    shape="init-race",
    points=1,
    timers="last",
    budget=BUDGET,
)
def other_rows(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table)
    answered: list[str] = []
    table.held = lambda read: address_of(read) == TEA and len(answered) < 2
    slow = world.flow("tea, slow", cache.get, *TEA)

    def reads(key: str, times: int) -> Generator[Step, object, object]:
        for _ in range(times):
            value = yield call(cache.get, "acme", key)
        answered.append(key)
        return value

    rice = world.flow("rice", lambda: reads("rice", 1))
    salt = world.flow("salt, twice", lambda: reads("salt", 2))
    world.run()
    found = [told(flow) for flow in (slow, rice, salt)]
    world.check(found == [row("acme", key) for key in ("tea", "rice", "salt")], "each gets its row", f"{found}")


@race(
    "a load fails: who waits is told or gets the row, and who asks later gets it",
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
    loader, cache = cache_over(world, table)
    early = readers(world, cache, "reader A", "reader B", "reader C")
    late = world.flow("late reader", cache.get, *TEA, after=early)
    last = world.flow("last reader", cache.get, *TEA, after=[later(world, TTL + 1, [late], table.changes)])
    world.may_fail(loader.load, Fault("LoadFailed", "no answer"), flows=[*early, last])
    world.always("no second load while one is under way", lambda: len(under_way(world)) <= 1)
    world.run()
    fair = set(all_told(early)) <= {row(*TEA), "LoadFailed"}
    world.check(fair, "who waits gets the row or LoadFailed", f"{all_told(early)}")
    world.check(told(late) == row(*TEA), "who asks later gets the row", told(late))
    fair = told(last) in (row(*TEA, 2), "LoadFailed")
    world.check(fair, "no row that has run out stands in for a failed load", told(last))


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
    acme = world.flow("of acme", cache.get, *TEA)
    bolt = world.flow("of bolt", cache.get, "bolt", "tea")

    def changes() -> Generator[Step, object, object]:
        table.changes()
        yield call(cache.invalidate, *TEA)
        return (yield call(cache.get, *TEA))

    change = world.flow("acme's tea changes", changes, after=[acme])
    again = world.flow("of bolt, again", cache.get, "bolt", "tea", after=[bolt, change])
    strange = world.flow("strange names", lambda: strange_names(cache), after=[again])
    world.run()
    of_bolt = (row("bolt", "tea"), row("bolt", "tea", 2))
    own = told(acme) == row(*TEA) and told(bolt) in of_bolt
    world.check(own, "each tenant gets its own row", f"{told(acme)} and {told(bolt)}")
    world.check(told(change) == row(*TEA, 2), "a changed row is loaded again", told(change))
    world.check(told(again) == told(bolt), "the other tenant's row is kept", told(again))
    loaded = len(loads(world, ("bolt", "tea")))
    world.check(loaded == 1, "the other tenant's row is not loaded again", f"{loaded} loads")
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
