"""The list of katas, searched and left with one."""

from __future__ import annotations

import pytest

from gym.tui.app import Room
from gym.tui.listing import ListScreen
from gym.tui.watching import WatchScreen
from tests.support.judges import failing, kata_verdict
from tests.tui.conftest import Bench, screen, shown, shows, told, until

pytestmark = pytest.mark.asyncio


async def test_every_kata_stands_there_with_its_state(bench: Bench) -> None:
    bench.judge.verdicts[:] = [kata_verdict(failing(fault="stale-count"))]
    async with Room(bench.practice, WatchScreen(bench.practice, bench.kata)).run_test(size=(100, 24)) as pilot:
        await until(pilot, shows(pilot, "rejected, 0 of 2 points"))
        await pilot.press("l")
        await until(pilot, shows(pilot, "08-clock"))
        rows = [line.split() for line in shown(pilot) if line.strip().startswith(("07", "08"))]
        assert rows == [
            ["07-counter", "rejected", "0/1", "1", "5", "lost-update,", "swallowed-cancellation"],
            ["08-clock", "untouched", "1", "5", "lost-update,", "swallowed-cancellation"],
        ]


async def test_the_one_that_is_chosen_is_watched_next(bench: Bench) -> None:
    async with Room(bench.practice, WatchScreen(bench.practice, bench.kata)).run_test(size=(80, 24)) as pilot:
        await pilot.press("l")
        await until(pilot, shows(pilot, "08-clock"))
        await pilot.press("down", "enter")
        await until(pilot, lambda: shown(pilot)[0].strip().startswith("08-clock  Counter"))
        assert bench.practice.workspace.has_begun("08-clock")


@pytest.mark.parametrize(
    ("search", "found"),
    [("clock", ["08-clock"]), ("untouched", ["08-clock"]), ("level 1", ["07-counter", "08-clock"]), ("level 3", [])],
)
async def test_it_is_searched_by_name_state_and_level(bench: Bench, search: str, found: list[str]) -> None:
    async with Room(bench.practice, ListScreen(bench.practice)).run_test(size=(80, 24)) as pilot:  # type: ignore[arg-type]
        await pilot.press("slash")
        await pilot.press(*("space" if letter == " " else letter for letter in search))
        listing = screen(pilot)
        assert isinstance(listing, ListScreen)
        await until(pilot, lambda: [kata.id for kata in listing.shown] == found)
        await pilot.press("escape")
        await pilot.press("q")


async def test_o_hands_a_kata_out_and_opens_it_in_the_editor(bench: Bench) -> None:
    async with Room(bench.practice, ListScreen(bench.practice)).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "08-clock"))
        await pilot.press("down", "o")
        await until(pilot, lambda: bench.practice.workspace.has_begun("08-clock"))
        await until(pilot, told(pilot, "This terminal cannot be lent to an editor"))


async def test_down_leads_from_the_search_line_to_what_was_found(bench: Bench) -> None:
    async with Room(bench.practice, ListScreen(bench.practice)).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "08-clock"))
        await pilot.press("slash", *"nowhere")
        await until(pilot, shows(pilot, "Nothing is called 'nowhere' here"))
        await pilot.press(*["backspace"] * 7, "down", "down", "o")
        await until(pilot, lambda: bench.practice.workspace.has_begun("08-clock"))
