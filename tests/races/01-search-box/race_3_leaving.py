"""The box is closed, or whoever typed goes away."""

from __future__ import annotations

from gym.race import World, race

from .page import DELAY, Page


@race(
    "the box is closed before a key, in the pause, while it loads, or later: nothing is asked or drawn after that",
    shape="lifecycle",
    points=2,
    fault="close-stops-nothing",
    level=1,
    max_ties=1,
)
def close(world: World) -> None:
    page = Page(world, delay=DELAY, old_client=True)
    page.keys("r", "ri")
    closing = world.flow("close", page.box.close)
    page.nothing_more("nothing is asked or drawn after close", lambda: closing.started)
    world.run()
    world.check(not page.screen.spinning, "the spinner has stopped")
    world.flow("a late key", page.box.on_input, "late")
    world.run()


@race(
    "the box is closed while a request is under way: that request is cancelled",
    shape="lifecycle",
    points=1,
    fault="close-stops-nothing",
    level=1,
)
def close_stops_request(world: World) -> None:
    page = Page(world)
    page.keys("r")
    closing = world.flow("close", page.box.close)
    world.always("no request is under way after close", lambda: not (closing.started and page.under_way()))
    world.run()


@race(
    "who typed goes away in the pause or while it loads: the text is given up",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    page = Page(world, delay=DELAY)
    leaves = world.flow("key 1", page.types("r", "ri"))
    world.may_cancel(leaves)
    page.nothing_more("nothing is asked or drawn for who has left", lambda: leaves.outcome == "cancelled" and leaves.ended)
    world.run()
    drawn = [text for text, _ in page.screen.drawn]
    world.check(leaves.cancel_sent or drawn == ["r"], "who stays sees the answer", f"{drawn}")
    world.check(not page.screen.spinning and not page.under_way(), "request and spinner have stopped")


@race(
    "a newer text comes and whoever typed the older one goes away: the newer one is searched all the same",
    shape="swallowed-cancellation",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def older_caller_leaves(world: World) -> None:
    page = Page(world)
    older = world.flow("key 1", page.types("r", "ri"))
    world.may_cancel(older)
    newer = world.flow("key 2", page.types("r", "ri"))
    world.run()
    world.check(newer.outcome == "ok", "who typed the other text is not cancelled", newer.outcome)
    if page.typed[-1][0] == newer.value:
        page.shows_newest()


@race(
    "who typed goes away while the old client still reads: nothing of that text is drawn",
    shape="lifecycle",
    points=1,
    level=1,
    ties="none",
)
def old_client_reads_on(world: World) -> None:
    page = Page(world, old_client=True)
    leaves = world.flow("key 1", page.types("r", "ri"))
    world.may_cancel(leaves)
    world.run()
    drawn = [text for text, _ in page.screen.drawn]
    world.check(leaves.cancel_sent or drawn == ["r"], "who stays sees the answer", f"{drawn}")
    world.check(leaves.outcome == "ok" or not drawn, "nothing is drawn for who has left", f"{drawn}")
    world.check(not page.screen.spinning, "the spinner has stopped")
