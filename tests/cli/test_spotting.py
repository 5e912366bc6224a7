"""`gym spot` and `gym drill` line by line, on the real content."""

from __future__ import annotations

import json

import pytest

from gym.curriculum import Catalogue, content_place
from tests.cli.conftest import Desk


@pytest.fixture
def real(desk: Desk) -> Desk:
    """In a workspace over the real content."""
    desk.catalogue = Catalogue(content_place())
    assert desk.gym("init").status == 0
    return desk


def test_the_warm_ups_race_is_found_by_reading(real: Desk) -> None:
    said = real.gym("spot", "00", stdin="16\n21\ninit-race\n")
    assert said.status == 0
    assert "All of it found, and nothing else marked." in said.out.splitlines()


def test_an_answer_that_cannot_be_read_is_asked_for_again(real: Desk) -> None:
    said = real.gym("spot", "00", stdin="x\n99\n16\n21\ninit-rase\n5\n")
    assert said.status == 0
    assert "'x' is no line number; write them as in: 3, 5-7" in said.err
    assert "'99': the listing has the lines 1 to 27" in said.err
    assert "there is no 'init-rase'; the nearest is init-race." in said.err


def test_an_answer_in_options_needs_no_questions(real: Desk) -> None:
    said = real.gym("drill", "lazy-client", "--mark", "10", "--shape", "init", "--json")
    assert said.status == 1
    told = json.loads(said.out)
    assert (told["id"], told["score"], told["shapes"]["right"]) == ("lazy-client", 0.75, ["init-race"])


def test_a_drill_shows_a_schedule_in_which_it_goes_wrong(real: Desk) -> None:
    said = real.gym("drill", "lazy-client", stdin="10-11\n5\n")
    assert said.status == 0
    lines = said.out.splitlines()
    assert "All of it found, and nothing else marked." in lines
    assert "     <- broken: one connection is opened" in lines


def test_what_was_answered_is_kept(real: Desk) -> None:
    assert real.gym("drill", "lazy-client", "--mark", "10", "--shape", "ordering").status == 1
    listed = json.loads(real.gym("drill", "--list", "--json").out)["drills"]
    assert [each["best"] for each in listed if each["name"] == "lazy-client"] == [0.25]


def test_outside_of_a_workspace_it_works_and_says_that_nothing_is_kept(desk: Desk) -> None:
    desk.catalogue = Catalogue(content_place())
    said = desk.gym("drill", "lazy-client", "--mark", "10,11", "--shape", "init-race")
    assert (said.status, "Outside of a workspace nothing is kept" in said.err) == (0, True)


@pytest.mark.parametrize("typed", ["q\n", "", "16\n"])
def test_it_can_be_left(real: Desk, typed: str) -> None:
    said = real.gym("spot", "00", stdin=typed)
    assert (said.status, said.err.splitlines()[-1]) == (1, "Left. To come back: gym spot 00-warm-up")


def test_what_cannot_be_answered_is_refused(real: Desk) -> None:
    said = real.gym("drill", "lazy-client", "--json")
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: --json needs an answer: gym drill lazy-client --mark 3 --shape init-race --json\n"
    assert real.gym("spot", "semaphore").status == 2
