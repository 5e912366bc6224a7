"""The reveal, page by page."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum.explanation import parts_of
from gym.tui.app import Room
from gym.tui.revealing import RevealScreen
from tests.support.judges import kata_verdict, passing
from tests.tui.conftest import Bench, shown, shows, until

EXPLANATION = """\
# Counter

## Mechanism

Because.

## Say it

"Two sentences."

## Follow-up questions

**What if
it waits?**
Then it waits.

**And then?**
Nothing.
"""


@pytest.fixture
def room(bench: Bench) -> Room:
    Path(bench.kata.answers / "explanation.md").write_text(EXPLANATION, encoding="utf-8")
    bench.file.write_text("count = 1\n")
    return Room(bench.practice, RevealScreen(bench.practice, bench.kata, kata_verdict(passing()).checks))


def test_an_explanation_falls_into_its_parts() -> None:
    parts = parts_of(EXPLANATION)
    assert parts.main == "# Counter\n\n## Mechanism\n\nBecause."
    assert parts.say_it == '"Two sentences."'
    assert parts.questions == (("What if it waits?", "Then it waits."), ("And then?", "Nothing."))
    assert parts_of("# Only this") == parts_of("# Only this\n")
    assert parts_of("# Only this").questions == ()


@pytest.mark.asyncio
async def test_each_page_has_its_number(room: Room) -> None:
    async with room.run_test(size=(100, 30)) as pilot:
        for key, text in (
            ("1", "Because."),
            ("2", "+ count = 2"),
            ("3", "Needs a database."),
            ("4", "Two sentences."),
            ("5", "What if it waits?"),
            ("6", "Your version held in 6 schedules:"),
        ):
            await pilot.press(key)
            await until(pilot, shows(pilot, text))


@pytest.mark.asyncio
async def test_a_question_comes_before_its_answer_and_one_after_another(room: Room) -> None:
    async with room.run_test(size=(100, 30)) as pilot:
        await pilot.press("5")
        await until(pilot, shows(pilot, "Question 1 of 2"))
        assert "Then it waits." not in "\n".join(shown(pilot))
        await pilot.press("enter")
        await until(pilot, shows(pilot, "Then it waits."))
        await pilot.press("enter")
        await until(pilot, shows(pilot, "Question 2 of 2"))
        await pilot.press("enter", "enter")
        await until(pilot, shows(pilot, "Question 1 of 2"))


@pytest.mark.asyncio
async def test_q_leaves(room: Room) -> None:
    async with room.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "left", "q")
        await until(pilot, lambda: not room.is_running)


@pytest.mark.asyncio
async def test_keys_scroll_the_page_at_hand(bench: Bench) -> None:
    long = EXPLANATION.replace("Because.", "\n\n".join(f"Reason {number}." for number in range(60)))
    Path(bench.kata.answers / "explanation.md").write_text(long, encoding="utf-8")
    page = RevealScreen(bench.practice, bench.kata, kata_verdict(passing()).checks)
    async with Room(bench.practice, page).run_test(size=(80, 24)) as pilot:
        await until(pilot, shows(pilot, "Reason 0."))
        await pilot.press("end")
        await until(pilot, shows(pilot, "Reason 59."))
        await pilot.press("4", "1", "home")
        await until(pilot, shows(pilot, "Reason 0."))
        await pilot.press("pagedown")
        await until(pilot, lambda: not shows(pilot, "Reason 0.")())
