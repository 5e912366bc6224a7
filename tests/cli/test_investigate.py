"""`gym investigate` from the command line, on one small incident."""

from __future__ import annotations

import json

import pytest

from gym.cli.completion import investigation_names
from tests.cli.conftest import Desk
from tests.cli.golden import assert_golden_text
from tests.support.investigation import INVESTIGATION
from tests.support.lessons import write_lessons

SOLVED = "1\n3\nn\n2\n1\n"


@pytest.fixture
def room(desk: Desk) -> Desk:
    """In a workspace over a curriculum with one piece of each kind."""
    write_lessons(desk.catalogue.place.exercises)
    assert desk.gym("init").status == 0
    return desk


def best(desk: Desk) -> float | None:
    (listed,) = json.loads(desk.gym("investigate", "--list", "--json").out)["investigations"]
    assert (listed["name"], listed["title"]) == ("short-counter", "A counter that is short")
    found: float | None = listed["best"]
    return found


def test_an_incident_is_read_looked_into_named_and_told_against_the_shortest_route(room: Desk) -> None:
    said = room.gym("investigate", stdin=SOLVED)
    assert said.status == 0
    assert_golden_text("investigate-solved", said.out, 80)
    assert said.err.splitlines() == [
        "Look at 1 to 2, or n to name the cause (q leaves): ",
        "Look at 1 to 3, or n to name the cause (q leaves): ",
        "Look at 1 to 3, or n to name the cause (q leaves): ",
        "Your choice, 1 to 3 (q leaves): ",
        "Your choice, 1 to 3 (q leaves): ",
    ]
    assert best(room) == 1.0


def test_the_wrong_cause_after_too_many_minutes_is_told_why_and_what_was_not_seen(room: Desk) -> None:
    said = room.gym("investigate", "short", stdin="2\n1\n4\nn\n1\n2\n")
    assert said.status == 1
    assert_golden_text("investigate-wrong", said.out, 80)
    assert best(room) == 0.0


def test_a_right_guess_is_right_and_told_what_would_prove_it(room: Desk) -> None:
    said = room.gym("investigate", stdin="n\n2\n1\n")
    assert said.status == 0
    told = said.out.splitlines()
    at = told.index("What you saw does not prove the cause. You did not see this:")
    assert told[at + 2 : at + 4] == [
        " • Two adds were under way at once.",
        " • The second wrote what it had read before the first wrote.",
    ]
    assert "You looked at nothing." in told
    assert told[-3:] == [
        "Score: 80 %: 40 for the cause, 40 for the fix, 0 of 20 for the minutes, which",
        "count once what you saw proves the cause.",
        "",
    ]
    assert best(room) == 0.8


def test_what_is_no_choice_is_asked_again_and_looking_again_is_free(room: Desk) -> None:
    said = room.gym("investigate", stdin="3\n0\n\n²\nlog\n1\r\n1\r\nN\r\n4\r\n2\r\n1\r\n")
    assert said.status == 0
    wrong = [line for line in said.err.splitlines() if line.startswith(("'", "Type "))]
    assert wrong == [
        "'3' is no choice: type 1 to 2, or n.",
        "'0' is no choice: type 1 to 2, or n.",
        "Type 1 to 2, or n.",
        "'²' is no choice: type 1 to 2, or n.",
        "'log' is no choice: type 1 to 2, or n.",
        "'4' is no choice: type 1 to 3.",
    ]
    assert said.out.splitlines().count("2 of 10 minutes spent.") == 2


@pytest.mark.parametrize(("typed", "minutes"), [("", 0), ("q\n", 0), ("1\n3\nQ\n", 6), ("2\nn\nq\n", 3), ("2\nn\n1\n", 3)])
def test_leaving_loses_it_and_says_so(room: Desk, typed: str, minutes: int) -> None:
    said = room.gym("investigate", stdin=typed)
    assert (said.status, said.err.splitlines()[-1]) == (
        1,
        f"Left after {minutes} minutes; nothing of it is kept. From the start: gym investigate short-counter",
    )
    assert best(room) is None
    left = room.gym("investigate", "--json", stdin=typed)
    assert (left.status, json.loads(left.out)) == (1, {"name": "short-counter", "left": True, "minutes": minutes})


def test_the_end_as_data_while_the_questions_are_talk(room: Desk) -> None:
    said = room.gym("investigate", "--json", stdin="1\n2\n3\nn\n2\n3\n")
    assert (said.status, "What you saw proves the cause." in said.err.splitlines()) == (1, True)
    told = json.loads(said.out)
    assert [(each["look"], each["minutes"], each["role"]) for each in told.pop("route")] == [
        ("log", 2, "evidence"),
        ("load", 3, "red herring"),
        ("code", 4, "evidence"),
    ]
    assert told == {
        "name": "short-counter",
        "left": False,
        "cause": {"named": "lost", "right": True},
        "fix": {"named": "sleep", "right": False},
        "proved": True,
        "minutes": 9,
        "clock": 10,
        "over": False,
        "score": 0.6,
        "shortest": {
            "minutes": 6,
            "route": [
                {"look": "log", "minutes": 2, "role": "evidence", "tells": "Two adds overlap."},
                {"look": "code", "minutes": 4, "role": "evidence", "tells": "It reads, waits and writes."},
            ],
        },
    }


def test_a_graph_is_drawn_and_plain_gives_its_figures_alone(room: Desk) -> None:
    drawn = room.gym("investigate", stdin="2\n").out.splitlines()
    at = drawn.index("Per hour.")
    assert drawn[at + 2 : at + 5] == [" 08:00   2  ##", f" 09:00  40  {'#' * 40}", " 10:00   0"]
    plain = room.gym("investigate", "--plain", stdin="2\n").out.splitlines()
    assert plain[at + 2 : at + 5] == [" 08:00   2", " 09:00  40", " 10:00   0"]


def test_the_next_one_is_one_that_was_never_tried(room: Desk) -> None:
    other = room.catalogue.place.exercises / "_investigations" / "zero-counter.md"
    other.write_text(INVESTIGATION.replace("A counter that is short", "Another one"))
    assert room.gym("investigate", stdin="n\n1\n2\n").out.splitlines()[0] == "A counter that is short"
    assert room.gym("investigate", stdin="n\n1\n2\n").out.splitlines()[0] == "Another one"
    assert room.gym("investigate", "zero", stdin=SOLVED).status == 0
    assert room.gym("investigate", stdin="").out.splitlines()[0] == "A counter that is short"


def test_outside_of_a_workspace_it_is_played_and_not_kept(desk: Desk) -> None:
    write_lessons(desk.catalogue.place.exercises)
    said = desk.gym("investigate", stdin=SOLVED)
    assert said.status == 0
    assert said.err.splitlines()[-1] == "Outside of a workspace nothing is kept; make one with: gym init race-gym"


def test_what_was_answered_is_reviewed_by_its_shape(room: Desk) -> None:
    assert room.gym("investigate", stdin="n\n1\n2\n").status == 1
    (told,) = json.loads(room.gym("review", "--json").out)["shapes"]
    assert (told["shape"], told["last"], told["times"]) == ("lost-update", "investigate short-counter", 1)


def test_what_is_not_there_or_broken_is_named(room: Desk) -> None:
    said = room.gym("investigate", "short-countre")
    assert (said.status, said.err) == (
        2,
        "gym: there is no investigation 'short-countre'; the nearest is short-counter. "
        "See them all: gym investigate --list\n",
    )
    path = room.catalogue.place.exercises / "_investigations" / "short-counter.md"
    path.write_text(INVESTIGATION.replace('after = ["load"]', 'after = ["test"]'))
    said = room.gym("investigate")
    assert (said.status, said.out) == (3, "")
    assert said.err.endswith("_investigations/short-counter.md: looks: nothing opens 'test'.\n")
    path.unlink()
    said = room.gym("investigate", "--list")
    assert (said.status, said.err.endswith("_investigations: no investigation stands here.\n")) == (3, True)


def test_the_list_of_katas_says_how_many_there_are_and_names_are_completed(room: Desk) -> None:
    told = [line.split() for line in room.gym("list").out.splitlines() if "gym investigate" in line]
    assert told == [["gym", "investigate", "1", "investigations:", "find", "an", "incident's", "cause"]]
    assert investigation_names("cha") == ["charged-twice"]
