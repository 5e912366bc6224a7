"""`gym hint`: tier by tier, counted, and never one too many."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from gym.progress import Workspace
from tests.cli.conftest import Desk

FIRST = """\
07-counter, hint 1 of 3

A question

What changed?

"""
SECOND = FIRST.replace("hint 1", "hint 2").replace("A question", "A place").replace("What changed?", "Line 3.")
THIRD = FIRST.replace("hint 1", "hint 3").replace("A question", "The move").replace("What changed?", "Write `+= 1`.")
NEXT = "The next one, if this is not enough:  gym hint 07-counter\n"


def shown(desk: Desk) -> int:
    return int(json.loads(desk.gym("list", "--json").out)["katas"][0]["hints"])


def test_each_call_shows_the_next_one_and_the_last_says_what_is_left(begun: Desk) -> None:
    said = begun.gym("hint")
    assert (said.status, said.out, said.err) == (0, FIRST, NEXT)
    said = begun.gym("hint", "07")
    assert (said.status, said.out, said.err) == (0, SECOND, NEXT)
    said = begun.gym("hint")
    assert (said.status, said.out, said.err) == (0, THIRD, "")
    said = begun.gym("hint")
    assert (said.status, said.out) == (0, "")
    assert said.err == (
        "All 3 hints of 07-counter were shown. One again:  gym hint 07-counter --tier 1\n"
        "Still stuck? See the answer:  gym explain 07-counter --give-up\n"
    )
    assert shown(begun) == 3


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("check", "Why it holds, and where it stops:  gym explain 07-counter\n"),
        ("explain --give-up --yes", "Still stuck? See the answer:  gym explain 07-counter\n"),
    ],
)
def test_after_the_last_one_who_may_see_the_answer_is_not_told_to_give_up(begun: Desk, before: str, sentence: str) -> None:
    assert begun.gym(*before.split()).status == 0
    for _ in range(3):
        begun.gym("hint")
    assert begun.gym("hint").err.splitlines(keepends=True)[1:] == [sentence]


def test_one_that_was_shown_is_shown_again_and_not_counted_again(begun: Desk) -> None:
    begun.gym("hint")
    begun.gym("hint")
    said = begun.gym("hint", "--tier", "1")
    assert (said.status, said.out) == (0, FIRST)
    assert shown(begun) == 2


@pytest.mark.parametrize(
    ("tier", "sentence"),
    [
        ("3", "--tier 3: hint 1 of 07-counter comes first: gym hint 07-counter"),
        ("4", "--tier 4: 07-counter has hints 1 to 3."),
        ("0", "--tier 0: 07-counter has hints 1 to 3."),
        ("-1", "--tier -1: 07-counter has hints 1 to 3."),
    ],
)
def test_one_that_is_still_to_come_is_not_shown(begun: Desk, tier: str, sentence: str) -> None:
    said = begun.gym("hint", "--tier", tier)
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")
    assert shown(begun) == 0


def test_a_tier_that_is_no_number_is_wrong_usage(begun: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    assert begun.gym("hint", "--tier", "next").status == 2
    assert "valid integer" in capsys.readouterr().err


def test_a_kata_that_was_not_begun_gives_no_hints(begun: Desk) -> None:
    said = begun.gym("hint", "08")
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n"


def test_outside_of_a_workspace_there_is_nothing_to_count_in(desk: Desk) -> None:
    said = desk.gym("hint", "07")
    assert (said.status, said.err) == (
        2, f"gym: {desk.cwd} lies in no workspace; make one with: gym init race-gym\n",
    )  # fmt: skip


def test_where_nothing_is_kept_each_hint_can_be_asked_for(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / ".gym")
    (begun.cwd / ".gym" / "progress.db").mkdir(parents=True)
    said = begun.gym("hint", "07", "--tier", "2")
    assert (said.status, said.out) == (0, SECOND)
    assert said.err.endswith(NEXT.replace("counter\n", "counter --tier 3\n"))
    assert "Progress is not kept: it is read-only.\n" in said.err
    assert begun.gym("hint", "07", "--tier", "3").err == "Progress is not kept: it is read-only.\n"


def test_the_memory_of_a_newer_gym_or_a_damaged_one_is_left_alone(begun: Desk) -> None:
    store = begun.cwd / ".gym" / "progress.db"
    newer = sqlite3.connect(store)
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    said = begun.gym("hint", "07")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("gym: this workspace was last used by a newer gym")
    store.write_bytes(b"?" * 5000)
    said = begun.gym("hint", "07")
    assert (said.status, said.out) == (2, "")
    assert said.err.endswith("is damaged or is no database; move it away and the gym makes a new one.\n")


def test_hints_that_are_missing_are_the_content_s_fault_and_nothing_is_counted(begun: Desk, tmp_path: Path) -> None:
    hints = tmp_path / "content" / "exercises" / "07-counter" / "hints.md"
    hints.unlink()
    said = begun.gym("hint")
    assert (said.status, said.out, said.err) == (3, "", f"gym: {hints}: this file is missing.\n")
    with Workspace(begun.cwd).open_store() as store:
        assert store.hints("07-counter") == ()
