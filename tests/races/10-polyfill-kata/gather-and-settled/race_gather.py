"""A page of several parts: in which order they come, who is told of an error, and what goes on afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gym.race import Fault, Flow, Handle, World, op, race


class Store:
    """Has the parts of a page, but for some."""

    def __init__(self, lacks: str) -> None:
        self._lacks = lacks

    @op(on_cancel="drops")
    async def fetch(self, name: str) -> str:
        if name in self._lacks:
            raise Fault("OSError", f"no {name}")
        return name.upper()


@dataclass
class Pages:
    """A store, and pages of it that are loaded with one of the two functions."""

    world: World
    function: str = "gather"
    lacks: str = ""

    def __post_init__(self) -> None:
        self.store = self.world.port("store", Store(self.lacks))
        self.wait_for_all = self.world.function(self.function)
        self.world.watch("under way", lambda: " ".join(self.named("invoked")) or "-")

    def load(self, names: str, after: Iterable[Flow] = ()) -> Flow:
        how = self.world.function("callers:load")
        return self.world.flow(f"{self.function} {names}", how, self.wait_for_all, self.store, names, after=after)

    def load_framed(self, frame: str, name: str) -> Flow:
        how = self.world.function("callers:load_framed")
        return self.world.flow(f"framed {self.function}", how, self.wait_for_all, self.store, frame, name)

    def load_begun(self, names: str, stopped: str) -> Flow:
        """Parts that are begun before; somebody stops one of them."""
        page = self.page()
        begin = self.world.flow("begins", page.begin, names)
        flow = self.world.flow("reader", page.load, after=[begin])
        self.world.flow("stops", page.stop, stopped, after=[begin])
        return flow

    def page(self) -> Handle:
        """A page whose parts are tasks before they are waited for."""
        return self.world.subject("callers:Page", self.wait_for_all, self.store)

    def named(self, *states: str) -> list[str]:
        """The parts whose fetch is in one of these states."""
        return [str(each.args[0]) for each in self.world.calls("store", "fetch") if each.state in states]

    def all_go_on(self) -> None:
        self.world.check(
            not self.named("cancelled"), "the others go on to their ends", f"cancelled: {self.named('cancelled')}"
        )

    def leaves_nothing(self, flow: Flow) -> None:
        """From the step at which the caller has gone nothing is under way."""

        def holds() -> bool:
            return flow.outcome != "cancelled" or not self.named("invoked")

        self.world.always("what nobody waits for any more is cancelled", holds)


def told(rows: object) -> list[object]:
    """What `settled` gave, with the text of each error in its place."""
    if not isinstance(rows, list):
        return [rows]
    return [
        (row[0], getattr(row[1], "message", row[1])) if isinstance(row, tuple) and len(row) == 2 else row for row in rows
    ]


@race(
    "three parts that come in any order: all are asked for at once, and stand in the order of the arguments",
    shape="ordering",
    points=1,
    level=1,
    max_ties=1,
)
def in_order(world: World) -> None:
    pages = Pages(world)
    flow = pages.load("abc")
    world.always("all are under way from the start", lambda: not flow.running or len(world.calls("store")) == 3)
    world.run()
    world.check(flow.value == ["A", "B", "C"], "results are in the order of the arguments", f"{flow.value}")


@race(
    "two of three parts cannot be had: the first error is told at once, and the others go on",
    shape="loser-not-cancelled",
    points=2,
    fault="errors-wait-their-turn",
    level=1,
    max_ties=1,
)
def first_error(world: World) -> None:
    pages = Pages(world, lacks="bc")
    flow = pages.load("abc")
    world.always("the first error is told at once", lambda: not pages.named("failed") or flow.ended)
    failed: list[str] = []
    world.always("noted", lambda: bool(failed or failed.extend(pages.named("failed")) or True))
    world.run()
    texts = [f"no {name}" for name in failed]
    world.check(flow.outcome == "OSError", "the error is raised as it is", flow.outcome)
    world.check(flow.error is not None and flow.error.message in texts, "it is the first one", f"{flow.error}")
    pages.all_go_on()


@race(
    "a reader of a page leaves, also as a part fails: all that is under way is cancelled",
    shape="loser-not-cancelled",
    points=2,
    fault="one-is-cancelled-for-all",
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    pages = Pages(world, lacks="c")
    flow = pages.load("abc")
    world.may_cancel(flow)
    pages.leaves_nothing(flow)
    world.run()


@race(
    "somebody stops one of two parts: the reader is told at once, and the other goes on",
    shape="cancellation",
    points=2,
    fault="errors-wait-their-turn",
    level=1,
    max_ties=1,
)
def part_stopped(world: World) -> None:
    pages = Pages(world)
    flow = pages.load_begun("ab", "b")
    world.always("a part that is stopped is told at once", lambda: not pages.named("cancelled") or not flow.running)
    world.run()
    # Stopped in the poll of its answer, the part is cancelled though its fetch has ended.
    allowed = ["cancelled"] if pages.named("cancelled") else ["cancelled", "ok"]
    world.check(flow.outcome in allowed, "a part that is stopped is a CancelledError", flow.outcome)
    world.check(pages.named("cancelled") in ([], ["b"]), "the others go on to their ends", f"{pages.named('cancelled')}")
    if flow.outcome == "ok":
        world.check(flow.value == ["A", "B"], "results are in the order of the arguments", f"{flow.value}")


@race(
    "the same part given twice is fetched once, and stands in both places",
    shape="double-submit",
    points=1,
    fault="begun-once-for-each-place",
    level=1,
    max_ties=1,
)
def given_twice(world: World) -> None:
    pages = Pages(world)
    flow = pages.load_framed("a", "b")
    world.run()
    world.check(flow.value == ["A", "B", "A"], "it stands in both places", f"{flow.value or flow.outcome}")
    world.check(len(world.calls("store")) == 2, "it is fetched once", f"{len(world.calls('store'))} fetches")


@race("no parts at all: an empty list, at once", shape="control", points=1)
def nothing(world: World) -> None:
    ends = [Pages(world).load("")]
    ends.append(world.flow("settled", world.function("settled"), after=ends))
    world.run()
    world.check([flow.value for flow in ends] == [[], []], "nothing gives an empty list", f"{[flow.value for flow in ends]}")


@race(
    "settled: of three parts one cannot be had and one is stopped; all three are told of, when all have ended",
    shape="cancellation",
    points=2,
)
def settled_tells(world: World) -> None:
    pages = Pages(world, "settled", lacks="c")
    flow = pages.load_begun("abc", "b")
    world.always("it waits for all", lambda: flow.outcome != "ok" or not pages.named("invoked"))
    world.run()
    rows = told(flow.value)
    expected = [("ok", "A"), ("cancelled", None) if pages.named("cancelled") else ("ok", "B"), ("error", "no c")]
    world.check(rows == expected, "each is told of, in order", f"{flow.outcome} {rows}")


@race(
    "settled: the same part given twice cannot be had; it is asked for once, and told of in both places",
    shape="double-submit",
    points=1,
    fault="begun-once-for-each-place",
)
def settled_twice(world: World) -> None:
    pages = Pages(world, "settled", lacks="a")
    flow = pages.load_framed("a", "b")
    world.run()
    expected = [("error", "no a"), ("ok", "B"), ("error", "no a")]
    world.check(told(flow.value) == expected, "each is told of, in order", f"{flow.outcome} {told(flow.value)}")
    world.check(len(world.calls("store")) == 2, "it is fetched once", f"{len(world.calls('store'))} fetches")


@race(
    "settled, of tasks: the reader leaves; all that is under way is cancelled, and the cancellation goes on",
    shape="swallowed-cancellation",
    points=2,
    fault="own-cancellation-is-an-outcome",
    level=2,
    ties="cancel",
    early="cancel",
)
def settled_caller_leaves(world: World) -> None:
    pages = Pages(world, "settled", lacks="b")
    flow = world.flow("reader", pages.page().begin_and_load, "ab")
    world.may_cancel(flow)
    pages.leaves_nothing(flow)
    world.run()
