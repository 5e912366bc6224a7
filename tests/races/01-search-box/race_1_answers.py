"""Answers and failures that come in any order, from a client that cannot be interrupted."""

from __future__ import annotations

from gym.race import Fault, World, race

from .page import TEXTS, Page


@race(
    "three texts and answers in every order: the newest text's answer is what stays",
    shape="stale-response",
    points=2,
    fault="last-to-arrive-wins",
    level=1,
    max_ties=1,
)
def arrival_orders(world: World) -> None:
    page = Page(world, old_client=True)
    page.keys(*TEXTS)
    page.never_draws_old()
    world.run()
    page.shows_newest()


@race(
    "a text, another, and the first again: only the last request's answer counts",
    shape="stale-response",
    points=2,
    fault="last-to-arrive-wins",
    level=1,
    max_ties=1,
)
def same_text_again(world: World) -> None:
    page = Page(world, old_client=True)
    page.keys("r", "ri", "r")
    world.run()
    world.check(len(page.requests()) > page.asked_before, "a text typed again is asked for again")
    page.shows_newest()


@race(
    "an older request fails late: the newest results stay; the newest request's failure is drawn",
    shape="stale-response",
    points=2,
    fault="old-failure-over-new-results",
    level=1,
    max_ties=1,
)
def late_failure(world: World) -> None:
    page = Page(world, old_client=True)
    page.keys("r", "ri")
    world.may_fail(page.api.search, Fault("SearchFailed", "no answer"))
    world.run()
    if page.requests()[-1].state == "failed":
        shown = page.screen.shown == ("ri", "no answer")
        world.check(shown, "the newest request's failure is shown", f"{page.screen.shown[1]}")
    else:
        page.shows_newest()


@race(
    "the spinner turns while the newest request is under way, and stops with it",
    shape="stale-response",
    points=2,
    fault="spinner-of-everybody",
    level=1,
    max_ties=1,
)
def spinner(world: World) -> None:
    page = Page(world, old_client=True)
    page.keys("r", "ri")
    world.may_fail(page.api.search, Fault("SearchFailed", "no answer"))
    world.always("it turns while the newest request is under way", lambda: page.screen.spinning or not page.loading)
    world.always("it stops once the newest text is drawn", lambda: not (page.screen.spinning and page.settled))
    world.run()
    world.check(not page.screen.spinning, "it has stopped at the end")


@race(
    "the box is emptied while a request is under way: it stays empty",
    shape="stale-response",
    points=1,
    fault="last-to-arrive-wins",
    level=1,
)
def emptied(world: World) -> None:
    page = Page(world, old_client=True)
    page.keys("r", "")
    world.run()
    world.check(page.screen.shown == ("", []), "no rows are shown", f"{page.screen.shown[1]}")
    world.check(not page.screen.spinning, "the spinner has stopped")
