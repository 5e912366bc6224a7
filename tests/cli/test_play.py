"""`gym play` line by line, on the real warm-up."""

from __future__ import annotations

import pytest

from gym.curriculum import Catalogue, content_place
from gym.practice.judging import RealJudge
from tests.cli.conftest import Desk

BREAKING = "1\n1\n1\n"


@pytest.fixture
def warm(desk: Desk) -> Desk:
    """In a workspace in which the real kata 00 was begun."""
    desk.catalogue = Catalogue(content_place())
    desk.judge = RealJudge()  # type: ignore[assignment]
    assert desk.gym("init").status == 0
    assert desk.gym("start", "00").status == 0
    return desk


def test_a_claim_is_broken_move_by_move_and_the_schedule_is_kept(warm: Desk) -> None:
    said = warm.gym("play", "00#one-connection", stdin=BREAKING)
    assert said.status == 0
    lines = said.out.splitlines()
    assert lines[:2] == [
        "Break this claim: two first callers: one connection is opened",
        "Type the number of what happens next, u to take a move back, q to leave.",
    ]
    assert lines[2:6] == [
        "  1. caller A: get_client()",
        "     opened 0, connecting 0",
        "[1] let the code run",
        "[2] caller B: get_client()",
    ]
    assert "You broke it: broken promise: no second connect while one is under way" in lines
    assert "You switched away from the default order at no time. The fewest switches that break it: 0." in lines
    assert lines[-1] == "It is kept, and tried first from now on:  gym check 00-warm-up"
    token = next(line for line in lines if line.startswith("See it again:")).partition("'")[2].rstrip("'")
    assert warm.gym("replay", token).status == 1


def test_moves_are_taken_back_and_nonsense_is_answered(warm: Desk) -> None:
    said = warm.gym("play", "00#one-connection", stdin=f"nine\n7\n\n1\nu\n{BREAKING}")
    assert said.status == 0
    assert said.err == "'nine' is no move: type 1 to 2, u or q.\n'7' is no move: type 1 to 2, u or q.\n"


@pytest.mark.parametrize("typed", ["q\n", ""])
def test_a_game_can_be_left(warm: Desk, typed: str) -> None:
    said = warm.gym("play", "00", "--starter", stdin=typed)
    assert (said.status, said.err) == (1, "Left.\n")


def test_a_game_that_ends_cleanly_says_how_near_it_was(warm: Desk) -> None:
    fixed = (content_place().solutions / "00-warm-up" / "solution.py").read_bytes()
    (warm.cwd / "00-warm-up" / "mailer.py").write_bytes(fixed)
    said = warm.gym("play", "00#one-connection", stdin="1\n" * 20)
    assert said.status == 1
    assert said.out.splitlines()[-2] == "It ended cleanly: every claim held."
    told = said.out.splitlines()[-1]
    assert told.startswith("You switched away from the default order at no time. The judge breaks it in no schedule: all ")


def test_a_check_that_is_not_there_is_answered_with_those_that_are(warm: Desk) -> None:
    said = warm.gym("play", "00#zzz")
    assert said.status == 2
    assert "00-warm-up has no check of that name; there are: one-connection," in said.err


def test_where_early_events_count_the_code_can_be_interrupted(warm: Desk) -> None:
    said = warm.gym("play", "00#caller-leaves", stdin="1e1\n1\n1\n1\n1\n1\n")
    assert "Type 2e1 to take 2 and then interrupt the code at its first poll, where something may come early." in said.out
    assert "!  delivered while the loop still had work" in said.out
    assert (
        warm.gym("play", "00#one-connection", stdin="1e1\nq\n").err.splitlines()[0]
        == "'1e1' is no move: type 1 to 2, u or q."
    )
