"""Marking lines on the screen, by what it shows."""

from __future__ import annotations

import threading

import pytest
from textual.pilot import Pilot

from gym.curriculum import Catalogue, content_place
from gym.engine.trace import Trace
from gym.lessons.drills import read_drill
from gym.lessons.proof import failing_trace
from gym.lessons.spotting import Spotted, spotting_of_drill, spotting_of_kata
from gym.tui.app import Room
from gym.tui.pages import TextPage
from gym.tui.spotting import FoundPane, Reveal, SpotScreen
from tests.tui.conftest import PATIENCE_S, screen, shown, shows, until

pytestmark = pytest.mark.asyncio
SIZES = [(80, 24), (160, 50)]


def drill_room(kept: list[float]) -> Room:
    drill = read_drill(content_place().exercises / "_drills" / "lazy-client.md")

    def keep(found: Spotted, seconds: float) -> None:
        assert seconds >= 0
        kept.append(found.score)

    reveal = Reveal("ANSWER", lambda: failing_trace(drill.slug, drill.listing, drill.race), "FIX")
    return Room(None, SpotScreen(spotting_of_drill(drill), reveal, keep))


async def mark(pilot: Pilot[None], line: int, key: str) -> None:
    await pilot.press("home", *["down"] * (line - 1), key)


@pytest.mark.parametrize("size", SIZES)
async def test_a_drill_is_answered_by_keys(size: tuple[int, int]) -> None:
    kept: list[float] = []
    async with drill_room(kept).run_test(size=size) as pilot:
        await until(pilot, shows(pilot, "async def client(self) -> str:"))
        await mark(pilot, 10, "m")
        await mark(pilot, 11, "enter")
        await pilot.press("a")
        await until(pilot, shows(pilot, "[ ] init-race"))
        await pilot.press(*["down"] * 4, "space", "enter")
        await until(pilot, shows(pilot, "All of it found, and nothing else marked."))
        found = pilot.app.screen.query_one(FoundPane)
        await until(pilot, lambda: found.trace is not None)
        await pilot.press("end")
        await until(pilot, shows(pilot, "FIX"))
    assert kept == [1.0]


async def test_the_schedule_comes_when_it_is_found() -> None:
    async with drill_room([]).run_test(size=(160, 60)) as pilot:
        await until(pilot, shows(pilot, "async def client(self) -> str:"))
        await mark(pilot, 2, "m")
        await pilot.press("a")
        await until(pilot, shows(pilot, "[ ] stale-response"))
        await pilot.press("enter")
        await until(pilot, shows(pilot, "0 of 2 lines found, and 1 marked that is none; the shape is another."))
        await until(pilot, lambda: any("broken: one connection is opened" in line for line in shown(pilot)))


async def test_an_answer_needs_a_mark_and_a_second_try_begins_anew() -> None:
    kata = Catalogue(content_place()).find("00")
    async with Room(None, SpotScreen(spotting_of_kata(kata))).run_test(size=(160, 50)) as pilot:
        await until(pilot, shows(pilot, "class Mailer:"))
        await pilot.press("a")
        await until(pilot, shows(pilot, "Mark a line or more first."))
        await mark(pilot, 21, "s")
        await mark(pilot, 21, "w")
        await until(pilot, shows(pilot, "<- state, switch"))
        await pilot.press("a")
        await until(pilot, shows(pilot, "[ ] lifecycle"))
        await pilot.press("q")
        await pilot.press("a")
        await until(pilot, shows(pilot, "[ ] lifecycle"))
        await pilot.press(*["down"] * 5, "enter")
        await until(pilot, shows(pilot, "All of it found, and nothing else marked."))
        await pilot.press("t")
        await until(pilot, lambda: not shows(pilot, "<- right: state")())


async def test_a_schedule_that_comes_after_the_screen_was_left_is_nobodys() -> None:
    drill = read_drill(content_place().exercises / "_drills" / "lazy-client.md")
    may_come, looked_for = threading.Event(), threading.Event()

    def slow() -> Trace | None:
        looked_for.set()
        assert may_come.wait(PATIENCE_S)
        return failing_trace(drill.slug, drill.listing, drill.race)

    async with Room(None, TextPage("below", "")).run_test(size=(80, 24)) as pilot:
        top = SpotScreen(spotting_of_drill(drill), Reveal("ANSWER", slow, "FIX"))
        pilot.app.push_screen(top)
        await until(pilot, shows(pilot, "async def client(self) -> str:"))
        await mark(pilot, 10, "m")
        await pilot.press("a")
        await until(pilot, shows(pilot, "[ ] init-race"))
        await pilot.press("enter")
        await until(pilot, looked_for.is_set)
        await pilot.press("q")
        await until(pilot, lambda: isinstance(screen(pilot), TextPage))
        may_come.set()
        await until(pilot, lambda: all(worker.is_finished for worker in pilot.app.workers))
