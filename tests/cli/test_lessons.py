"""Chains, the quiz, the primer and the review from the command line, on one small piece of each kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Desk
from tests.support.lessons import write_lessons


@pytest.fixture
def room(desk: Desk) -> Desk:
    """In a workspace over a curriculum with one piece of each kind."""
    write_lessons(desk.catalogue.place.exercises)
    assert desk.gym("init").status == 0
    return desk


def order_of(said: str) -> list[str]:
    """The choices in the order in which they were offered."""
    numbered = [line.strip() for line in said.splitlines() if line.startswith((" 1 ", " 2 ", " 3 "))]
    return [line[2:].strip() for line in numbered]


def test_a_chain_is_predicted_link_by_link(room: Desk) -> None:
    said = room.gym("chain", stdin="waits\ny\nwaits\ny\n")
    assert said.status == 0
    told = said.out
    assert told.index("What does the second caller do?") < told.index("It waits.") < told.index("And the third?")
    assert "waiting: 2" in told
    half = room.gym("chain", "lock", stdin="\nx\nn\n\ny\n")
    assert (half.status, "Type y or n; q leaves." in half.err) == (1, True)
    assert json.loads(room.gym("chain", "--list", "--json").out) == {
        "chains": [{"name": "lock", "title": "A lock that nobody lets go", "best": 1.0}]
    }


def test_a_chain_is_shown_at_once_and_as_data(room: Desk) -> None:
    shown = room.gym("chain", "lock", "--reveal")
    assert (shown.status, "Then: It waits, too." in shown.out, shown.err) == (0, True, "")
    assert json.loads(room.gym("chain", "lock", "--json").out)["links"][1] == {
        "asks": "And the third?",
        "then": "It waits, too.",
    }
    assert room.gym("chain", "lock", stdin="").err.splitlines()[-1] == "Left. To come back: gym chain lock"


def test_a_choice_is_told_what_it_believes(room: Desk) -> None:
    first = room.gym("quiz", "--question", "gather", "--seed", "3", stdin="9\n1\n")
    assert "'9' is no choice: type 1 to 3." in first.err
    offered = order_of(first.out)
    assert sorted(offered) == ["It cancels them.", "It waits for them.", "They go on."]
    right = str(offered.index("They go on.") + 1)
    wrong = str(offered.index("It cancels them.") + 1)
    said = room.gym("quiz", "--question", "gather", "--seed", "3", stdin=f"{right}\n")
    assert (said.status, "Right. gather raises, and leaves them alone." in said.out) == (0, True)
    said = room.gym("quiz", "--question", "gather", "--seed", "3", stdin=f"{wrong}\n")
    assert (said.status, f"Not so. You think of a TaskGroup. The answer is {right}." in said.out) == (1, True)


@pytest.mark.parametrize("typed", ["1\n2\n\n", "1 2\n\n", " 1\r\n2", "1\n2\n"])
def test_a_prediction_is_compared_word_by_word(room: Desk, typed: str) -> None:
    assert room.gym("quiz", "--question", "numbers", stdin=typed).status == 0


def test_a_wrong_prediction_is_told_what_it_believes(room: Desk) -> None:
    said = room.gym("quiz", "--question", "numbers", stdin="2\n1\n\n")
    assert (said.status, "Not so. You read from below. It prints:" in said.out) == (1, True)
    assert "0 of 1 right. Not passed: 1 needed." in said.out.splitlines()


def test_code_is_written_in_the_workspace_and_judged_by_a_race(room: Desk) -> None:
    said = room.gym("quiz", "--question", "mend", stdin="\ng\n")
    assert said.status == 1
    assert "broken promise: both count (found: 1)" in said.out.splitlines()
    assert "     listing.py:8  await self._store.pause()" in said.out.splitlines()
    path = room.cwd / "quiz" / "mend.py"
    text = path.read_text()
    path.write_text(text.replace("        seen = self.total\n", "").replace("self.total = seen + 1", "self.total += 1"))
    assert room.gym("quiz", "--question", "mend", stdin="\n").status == 0
    path.write_bytes(b"\xff")
    unreadable = room.gym("quiz", "--question", "mend", stdin="\n")
    assert "mend.py:1 is not UTF-8 text; save it as UTF-8." in unreadable.err
    assert path.read_bytes() == b"\xff"


def test_a_round_keeps_its_answers_and_says_what_is_left(room: Desk) -> None:
    said = room.gym("quiz", "--seed", "1", "--json", stdin="q\n")
    assert (said.status, json.loads(said.out)) == (1, {"passed": False, "right": 0, "asked": 3, "answers": []})
    assert "Left; 0 of 3 answered. Others next time: gym quiz" in said.err.splitlines()


def test_outside_of_a_workspace_nothing_is_to_be_written(desk: Desk) -> None:
    write_lessons(desk.catalogue.place.exercises)
    said = desk.gym("quiz", "--json", stdin="1\n\n1\n\n")
    assert sorted(each["question"] for each in json.loads(said.out)["answers"]) == ["gather", "numbers"]


def test_a_page_is_printed_and_its_examples_run(room: Desk) -> None:
    page = room.gym("primer", "1")
    assert page.out.splitlines() == ["Two flows, one state.", "", " print(1 + 1)", "", "It prints:", "", " 2"]
    assert room.gym("primer", "what", "--run").out.splitlines() == ["Example 1 prints:", "2"]
    listed = room.gym("primer")
    assert listed.out.splitlines()[1].split() == ["1-what", "yes", "What", "a", "race", "is"]
    assert json.loads(room.gym("primer", "1", "--json").out)["examples"] == [{"listing": "print(1 + 1)\n", "output": "2\n"}]


def test_a_review_names_what_is_due_and_another_piece_of_that_shape(room: Desk) -> None:
    assert room.gym("review").out == "Nothing was practised here yet, so nothing is due. Begin with:  gym drill\n"
    assert room.gym("drill", "counter", "--mark", "1", "--shape", "ordering").status == 1
    told = json.loads(room.gym("review", "--json").out)["shapes"]
    assert [(each["shape"], each["times"], each["last"], each["next"]) for each in told] == [
        ("lost-update", 1, "drill counter", "gym quiz --question mend")
    ]
    assert room.gym("review", "--due").out == ""
    assert room.gym("review").out.splitlines()[0] == "Nothing is due today; lost-update is next, tomorrow."


def test_a_piece_that_is_not_there_is_named(room: Desk) -> None:
    said = room.gym("chain", "lokc")
    assert (said.status, said.err) == (
        2,
        "gym: there is no chain 'lokc'; the nearest is lock. See them all: gym chain --list\n",
    )


def test_a_broken_piece_is_the_contents_fault(room: Desk) -> None:
    broken: Path = room.catalogue.place.exercises / "_chains" / "lock.md"
    broken.write_text("no front matter")
    said = room.gym("chain", "lock")
    assert said.status == 3
    assert said.err.endswith("_chains/lock.md: begins with TOML between two lines +++.\n")
