"""Pages that load users: which calls go out, and what each page is told."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, World, call, op, race, together
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]
DOWN = Fault("OSError", "database down")


class Database:
    """Fetches users; with `short`, one too few. The user "x" does not exist."""

    def __init__(self, short: bool) -> None:
        self._short = short

    @op(on_cancel="drops")
    async def fetch(self, keys: list[str]) -> list[object]:
        values: list[object] = [Fault("KeyError", key) if key == "x" else f"user {key}" for key in keys]
        return values[:-1] if self._short else values


@dataclass
class Site:
    """The loader and the pages that use it."""

    world: World
    max_batch: int | None = None
    short: bool = False
    pages: list[Flow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.database = self.world.port("database", Database(self.short))
        self.loader = self.world.subject("BatchLoader", self.database.fetch, self.max_batch)

    def page(self, name: str, keys: str, after: list[Flow] | None = None) -> Flow:
        """Loads these users in one turn; its value tells what came of each."""

        def script() -> Generator[Step, Any, object]:
            told = yield together(*(call(self.loader.load, key) for key in keys))
            return [getattr(each, "name", each) for each in told]

        return self.world.flow(name, script, after=after or ())

    def visitor(self, name: str, key: str) -> Flow:
        """Loads one user."""
        return self.world.flow(name, self.loader.load, key)

    @property
    def calls(self) -> list[list[object]]:
        """The keys of each call."""
        return [list(each.args[0]) for each in self.world.calls("database")]


@race(
    "four loads in one turn: one call, each key once and in order, and each gets its value", shape="double-submit", points=1
)
def one_call(world: World) -> None:
    site = Site(world)
    page = site.page("page", "abab")
    again = site.page("next page", "a", after=[page])
    world.run()
    expected = ["user a", "user b", "user a", "user b"]
    world.check(page.value == expected, "each load gets its value", f"{page.value}")
    world.check(again.value == ["user a"], "a later load gets its value", f"{again.value}")
    world.check(site.calls == [["a", "b"], ["a"]], "one call for each turn, each key once", f"{site.calls}")


@race("four users, three at a time: all calls go out at once, and each key is in one of them", shape="control", points=1)
def cut(world: World) -> None:
    site = Site(world, max_batch=3)
    page = site.page("page", "abacadb")
    world.always("all calls of a turn go out at once", lambda: len(site.calls) != 1)
    world.run()
    expected = [f"user {key}" for key in "abacadb"]
    world.check(page.value == expected, "each load gets its value", f"{page.value}")
    keys = sorted(str(key) for each in site.calls for key in each)
    fair = keys == ["a", "b", "c", "d"] and all(len(each) <= 3 for each in site.calls)
    world.check(fair, "each key once, in calls of at most three", f"{site.calls}")


@race(
    "loads at any time, also while a call is under way: each goes into a call of its own turn",
    shape="init-race",
    points=2,
    fault="late-key-is-never-fetched",
    level=1,
    max_ties=1,
)
def any_time(world: World) -> None:
    site = Site(world)
    visitors = [site.visitor(f"visitor {number}", key) for number, key in enumerate("aba", 1)]
    world.run()
    got = [str(flow.value) for flow in visitors]
    world.check(got == ["user a", "user b", "user a"], "each load gets its value", f"{got}")


@race(
    "a call fails: all who wait for it are told, and the next load is as the first",
    shape="cached-failure",
    points=2,
    fault="failure-tells-nobody",
)
def failed(world: World) -> None:
    site = Site(world)
    page = site.page("page", "ab")
    world.may_fail(site.database.fetch, DOWN)
    late = site.page("next page", "a", after=[page])
    world.run()
    told = page.value if isinstance(page.value, list) else [page.outcome]
    world.check(told in (["user a", "user b"], ["OSError", "OSError"]), "the error is told to all of the call", f"{told}")
    if told[0] == "OSError":
        world.check(late.value == ["user a"], "after an error it works as before", f"{late.value}")


@race(
    "one value too few: ValueError for all of the call",
    shape="lifecycle",
    points=1,
    fault="failure-tells-nobody",
)
def too_few(world: World) -> None:
    page = Site(world, short=True).page("page", "abc")
    world.run()
    world.check(page.value == ["ValueError"] * 3, "a wrong number of values is a ValueError for all", f"{page.value}")


@race("a user that does not exist: its load raises the error, and the others get their values", shape="control", points=1)
def error_of_one(world: World) -> None:
    site = Site(world)
    page, visitor = site.page("page", "axb"), site.visitor("visitor", "x")
    world.run()
    told = page.value if isinstance(page.value, list) else [page.outcome]
    world.check(told == ["user a", "KeyError", "user b"], "the others get their values", f"{told}")
    world.check(visitor.outcome == "KeyError", "a key's error is raised", visitor.outcome)


@race(
    "a visitor goes away: others get their values, also of the same user",
    shape="lifecycle",
    points=2,
    fault="one-leaves-all-are-cancelled",
    level=1,
    max_ties=2,
)
def one_leaves(world: World) -> None:
    site = Site(world)
    leaves, page = site.visitor("leaves", "a"), site.page("page", "ab")
    world.may_cancel(leaves)
    world.run()
    told = page.value if isinstance(page.value, list) else [page.outcome]
    world.check(told == ["user a", "user b"], "who stays gets its values", f"{told}")
