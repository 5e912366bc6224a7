"""A book whose pages are read as they come: in which order, at which moment, and what goes on when the reader has left."""

from __future__ import annotations

from dataclasses import dataclass

from gym.race import Fault, Flow, World, op, race


class Store:
    """Has the pages of a book, but for some. `ended` are those that were fetched or could not be, in that order."""

    def __init__(self, lacks: str) -> None:
        self._lacks = lacks
        self.ended: list[str] = []

    @op(on_cancel="drops")
    async def fetch(self, name: str) -> str:
        self.ended.append(name)
        if name in self._lacks:
            raise Fault("OSError", f"no {name}")
        return name.upper()

    @op(on_cancel="drops")
    async def close(self, name: str) -> None:
        pass


class Screen:
    """Shows pages, each of which takes a moment."""

    @op(on_cancel="drops")
    async def draw(self, text: str) -> None:
        pass


@dataclass
class Reading:
    """A reader of one book."""

    world: World
    lacks: str = ""

    def __post_init__(self) -> None:
        self.shelf = Store(self.lacks)
        self.store = self.world.port("store", self.shelf)
        self.as_completed = self.world.function("as_completed")
        self.world.watch("ended", lambda: "".join(self.shelf.ended) or "-")
        self.world.watch("under way", lambda: str(self.under_way))

    def reads(self, how: str, *more: object) -> Flow:
        given = self.world.function(f"callers:{how}")
        return self.world.flow("reader", given, self.as_completed, self.store, *more)

    def shows(self, how: str, names: str) -> Flow:
        return self.reads(how, self.world.port("screen", Screen()), names)

    @property
    def under_way(self) -> int:
        return sum(each.state == "invoked" for each in self.world.calls("store"))

    @property
    def drawn(self) -> list[str]:
        return [str(each.args[0]) for each in self.world.calls("screen", "draw")]

    @property
    def drawing(self) -> bool:
        return any(each.state == "invoked" for each in self.world.calls("screen"))

    def ends_with_the_rest(self, flow: Flow) -> None:
        self.world.always("nothing is under way when it is over", lambda: not flow.ended or self.under_way == 0)

    def pairs(self, names: str) -> list[tuple[int, str]]:
        """The pages in the order in which they ended, each with its place."""
        return [(names.index(name), name.upper()) for name in self.shelf.ended]

    def until_the_error(self) -> list[str]:
        """The pages that ended before the first that could not be had."""
        whole = [name.upper() if name not in self.lacks else "" for name in self.shelf.ended]
        return whole[: whole.index("")] if "" in whole else whole


@race(
    "three pages that come in any order, two of them perhaps together: they are read in that order",
    shape="ordering",
    points=1,
    level=1,
    max_ties=1,
)
def in_order(world: World) -> None:
    reading = Reading(world)
    flow = reading.reads("read_all", "abc")
    world.run()
    expected = reading.pairs("abc")
    world.check(flow.value == expected, "pages come in the order in which they end", f"{flow.value}, ended {expected}")


@race(
    "a page is drawn while the others come: each is drawn at its turn, at once, in the order in which they came",
    shape="ordering",
    points=2,
    fault="order-of-a-set",
)
def slow_reader(world: World) -> None:
    reading = Reading(world)
    flow = reading.shows("show_all", "abc")
    told = "whoever waits is told at once"
    world.always(told, lambda: not flow.running or reading.drawing or len(reading.drawn) == len(reading.shelf.ended))
    world.run()
    expected = [name.upper() for name in reading.shelf.ended]
    world.check(reading.drawn == expected, "pages come in the order in which they end", f"{reading.drawn}")


@race(
    "the title is drawn before the first page is asked for: all pages are under way meanwhile",
    shape="lifecycle",
    points=1,
    fault="begun-when-the-first-is-asked-for",
)
def begun_at_the_call(world: World) -> None:
    reading = Reading(world)
    flow = reading.shows("show_title", "ab")
    world.always("all are under way from the call on", lambda: not flow.started or len(world.calls("store")) == 2)
    world.run()
    expected = reading.pairs("ab")
    world.check(flow.value == expected, "pages come in the order in which they end", f"{flow.value}, ended {expected}")


@race(
    "a reader closes the book after one page: the other fetches are cancelled and have tidied up, and no error is lost",
    shape="loser-not-cancelled",
    points=2,
    fault="the-rest-goes-on",
    level=1,
    max_ties=1,
)
def leaves_early(world: World) -> None:
    reading = Reading(world, lacks="b")
    flow = reading.reads("read_some", "ab", 1)
    reading.ends_with_the_rest(flow)
    world.run()
    closed = len(world.calls("store", "close"))
    world.check(closed == 2, "what was opened is closed", f"closed {closed} of 2")
    world.check(flow.outcome in ("ok", "OSError"), "the first page is given, or its error", flow.outcome)


@race(
    "a reader closes the book before the first page: nothing is left under way",
    shape="lifecycle",
    points=2,
    fault="begun-when-the-first-is-asked-for",
)
def leaves_before_the_first(world: World) -> None:
    reading = Reading(world)
    flow = reading.reads("read_some", "ab", 0)
    reading.ends_with_the_rest(flow)
    world.run()
    world.check(flow.value == [], "it can be closed at any time", f"{flow.outcome}")


@race(
    "one of three pages cannot be had: the reader is told after those before it, and then it is over",
    shape="loser-not-cancelled",
    points=2,
    fault="the-rest-goes-on",
)
def error_ends_it(world: World) -> None:
    reading = Reading(world, lacks="b")
    flow = reading.reads("read_past_the_end", "abc")
    told = "nothing goes on after an error was raised"
    world.always(told, lambda: "b" not in reading.shelf.ended or reading.under_way == 0)
    world.run()
    before = reading.until_the_error()
    expected = [*before, "no b", *["end"] * (4 - len(before))]
    world.check(flow.value == expected, "an error is raised at its turn, and then it is over", f"{flow.value}")


@race(
    "a page cannot be had while another is drawn: what came before it is drawn first, and nothing goes on afterwards",
    shape="ordering",
    points=2,
    fault="the-rest-goes-on",
)
def error_waits_its_turn(world: World) -> None:
    reading = Reading(world, lacks="b")
    flow = reading.shows("show_all", "abc")
    reading.ends_with_the_rest(flow)
    world.run()
    expected = reading.until_the_error()
    world.check(reading.drawn == expected, "an error waits for its turn", f"drawn {reading.drawn}, came {expected}")
    world.check(flow.outcome == "OSError", "the error is raised as it is", flow.outcome)


@race(
    "a reader is cancelled while he waits: the fetches are cancelled and have tidied up, and the cancellation goes on",
    shape="swallowed-cancellation",
    points=2,
    fault="the-rest-goes-on",
    level=2,
    ties="cancel",
    early="cancel",
)
def reader_cancelled(world: World) -> None:
    reading = Reading(world)
    flow = reading.reads("read_all_tidily", "ab")
    world.may_cancel(flow)
    reading.ends_with_the_rest(flow)
    world.run()


@race(
    "somebody tears out a page: the reader gets a CancelledError at its turn, and the other page does not go on",
    shape="cancellation",
    points=1,
    fault="the-rest-goes-on",
)
def torn_out(world: World) -> None:
    reading = Reading(world)
    book = world.subject("callers:Book", reading.as_completed, reading.store)
    begin = world.flow("begins", book.begin, "ab")
    flow = world.flow("reader", book.read, after=[begin])
    world.flow("tears out", book.tear_out, "b", after=[begin])
    reading.ends_with_the_rest(flow)
    world.run()
    whole = [(0, "A"), (1, "B")]
    if len(reading.shelf.ended) == 2:
        world.check(sorted(flow.value or []) == whole, "all pages are read", f"{flow.value}")  # type: ignore[call-overload]
    else:
        world.check(flow.outcome == "cancelled", "a page that is torn out is a CancelledError", flow.outcome)


@race("a book without pages: it ends at once", shape="control", points=1)
def nothing(world: World) -> None:
    flow = Reading(world).reads("read_all", "")
    world.run()
    world.check(flow.value == [], "without arguments there is nothing to give", f"{flow.outcome}")
