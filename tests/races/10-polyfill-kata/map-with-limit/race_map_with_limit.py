"""A map over pictures: how many are fetched at a time, when items are pulled, and what is under way when it is over."""

from __future__ import annotations

from dataclasses import dataclass

from gym.race import Fault, Flow, World, op, race

DOWN = Fault("OSError", "no such picture")


class Store:
    """Fetches pictures."""

    @op(on_cancel="drops")
    async def fetch(self, item: str, index: int) -> str:
        return f"{item}{index}"

    @op(on_cancel="drops")
    async def close(self, item: str) -> None:
        pass


@dataclass
class Import:
    """One map over some items."""

    world: World
    items: str
    limit: int = 2
    function: str = "map_with_limit"
    tidily: bool = False

    def __post_init__(self) -> None:
        self.store = self.world.port("store", Store())
        self.source = self.world.iterable("items", self.items)
        fn = self.world.subject("callers:tidily", self.store) if self.tidily else self.store.fetch
        self.flow: Flow = self.world.flow("import", self.world.function(self.function), self.source, fn, self.limit)
        self.world.watch("pulled", lambda: str(self.source.pulled))
        self.world.watch("under way", lambda: str(self.under_way))

    @property
    def under_way(self) -> int:
        return sum(each.state == "invoked" for each in self.world.calls("store"))

    @property
    def begun(self) -> int:
        return len(self.world.calls("store", "fetch"))

    @property
    def ended(self) -> int:
        return sum(each.state != "invoked" for each in self.world.calls("store", "fetch"))

    def keeps_the_limit(self) -> None:
        self.world.always(f"at most {self.limit} calls are under way", lambda: self.under_way <= self.limit)

    def uses_the_slots(self) -> None:
        """As long as items are left, so many calls are under way."""

        def holds() -> bool:
            return not self.flow.running or self.under_way >= min(self.limit, len(self.items) - self.ended)

        self.world.always("a free slot is used", holds)

    def pulls_lazily(self) -> None:
        held = f"at most {self.limit} items are pulled whose call has not ended"
        self.world.always(held, lambda: self.source.pulled - self.ended <= self.limit)

    def ends_with_its_calls(self) -> None:
        self.world.always("no call is under way when it is over", lambda: not self.flow.ended or self.under_way == 0)

    def stops(self) -> None:
        """From the step at which a call fails or the caller goes away nothing begins. For races without ties."""
        before = 0

        def holds() -> bool:
            nonlocal before
            failed = any(each.state == "failed" for each in self.world.calls("store"))
            over = failed or self.flow.cancel_sent
            kept, before = not over or self.begun <= before, self.begun
            return kept

        self.world.always("nothing begins after an error or a cancellation", holds)


@race(
    "five items, two at a time, done in any order: a free slot is used, and results are in the order of the items",
    shape="control",
    points=1,
)
def two_at_a_time(world: World) -> None:
    run = Import(world, "abcde")
    run.keeps_the_limit()
    run.uses_the_slots()
    world.run()
    world.check(
        run.flow.value == ["a0", "b1", "c2", "d3", "e4"], "results are in the order of the items", f"{run.flow.value}"
    )


@race(
    "an item is pulled when its call can begin, and not before",
    shape="unbounded-fan-out",
    points=2,
    fault="pulls-everything-first",
    level=1,
    max_ties=1,
)
def pulled_lazily(world: World) -> None:
    run = Import(world, "abcd")
    run.pulls_lazily()
    world.run()
    world.check(run.flow.value == ["a0", "b1", "c2", "d3"], "results are in the order of the items", f"{run.flow.value}")


@race(
    "a call fails: its error is raised as it is, and nothing begins after it",
    shape="loser-not-cancelled",
    points=2,
    fault="goes-on-after-an-error",
)
def first_error(world: World) -> None:
    run = Import(world, "abcd")
    world.may_fail(run.store.fetch, DOWN)
    run.keeps_the_limit()
    run.stops()
    run.ends_with_its_calls()
    world.run()
    world.check(run.flow.outcome in ("ok", "OSError"), "the error is raised as it is", run.flow.outcome)


@race(
    "a call fails while another takes time to tidy up: the error is raised when that is done",
    shape="loser-not-cancelled",
    points=1,
    level=1,
    max_ties=1,
)
def tidied_up(world: World) -> None:
    run = Import(world, "ab", tidily=True)
    world.may_fail(run.store.fetch, DOWN)
    run.ends_with_its_calls()
    world.run()
    closed = len(world.calls("store", "close"))
    world.check(closed == run.begun, "what was opened is given back", f"{closed} of {run.begun}")


@race(
    "the caller goes away: its calls are cancelled and have tidied up, and nothing begins after it",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    run = Import(world, "abc", tidily=True)
    world.may_cancel(run.flow)
    run.keeps_the_limit()
    run.ends_with_its_calls()
    world.run()


@race("settled: two of three calls may fail, and all three are told of in order", shape="control", points=1, max_faults=2)
def settled(world: World) -> None:
    run = Import(world, "abc", function="map_settled")
    world.may_fail(run.store.fetch, DOWN)
    run.keeps_the_limit()
    run.pulls_lazily()
    world.run()
    world.check(run.flow.outcome == "ok", "an error ends nothing", run.flow.outcome)
    rows = run.flow.value if isinstance(run.flow.value, list) else []
    failed = {str(each.args[0]) for each in world.calls("store", "fetch") if each.state == "failed"}
    expected = [("error", "OSError") if item in failed else ("ok", f"{item}{index}") for index, item in enumerate("abc")]
    world.check([told(row) for row in rows] == expected, "each item is told of, in order", f"{rows}")


@race(
    "settled, and the caller goes away: its calls are cancelled, and the cancellation goes on", shape="lifecycle", points=1
)
def settled_caller_leaves(world: World) -> None:
    run = Import(world, "abc", function="map_settled")
    world.may_cancel(run.flow)
    run.keeps_the_limit()
    run.ends_with_its_calls()
    run.stops()
    world.run()


@race(
    "a limit of 0 is refused before anything is pulled, and 1000 slots for one item are fine",
    shape="control",
    points=1,
    fault="a-limit-of-nothing-waits-for-ever",
)
def limits(world: World) -> None:
    none = Import(world, "ab", limit=0)
    one = world.flow("one item", world.function("map_with_limit"), ["a"], none.store.fetch, 1000)
    world.run()
    world.check(none.flow.outcome == "ValueError", "a limit below 1 is a ValueError", none.flow.outcome)
    world.check(none.source.pulled == 0, "nothing is pulled", f"{none.source.pulled}")
    world.check(one.value == ["a0"], "more slots than items are fine", f"{one.value}")


def told(row: object) -> tuple[object, object]:
    """The word of a settled result, and its value or the class name of its error."""
    if not isinstance(row, tuple | list) or len(row) != 2:
        return "?", row
    return row[0], getattr(row[1], "name", row[1])
