"""`gym explain` and `gym solution`: kept back until the kata is accepted or given up, and then shown whole."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from gym.progress import Workspace
from tests.cli.conftest import Desk
from tests.support.judges import failing, kata_verdict, passing

QUESTION = "Give up 07-counter and see its answer? That is remembered."
EXPLAINED = "Why\n\nBecause `+=` is one step.\n"
REFERENCE = '"""One statement.\n\nNeeds a database.\n"""\n\ncount = 2\n'


@pytest.fixture
def accepted(begun: Desk) -> Desk:
    """After a check that accepted the kata."""
    begun.will_say(kata_verdict(passing()))
    assert begun.gym("check").status == 0
    return begun


def listed(desk: Desk) -> dict[str, object]:
    return json.loads(desk.gym("list", "--json").out)["katas"][0]  # type: ignore[no-any-return]


@pytest.mark.parametrize("command", ["explain", "solution", "solution --diff", "solution --alternative lock"])
def test_it_is_kept_back_while_the_kata_is_not_accepted(begun: Desk, command: str) -> None:
    begun.will_say(kata_verdict(failing()))
    begun.gym("check")
    said = begun.gym(*command.split())
    assert (said.status, said.out) == (2, "")
    assert said.err == (
        "gym: the answer of 07-counter is kept back until it is accepted.\n"
        "The next hint:           gym hint 07-counter\n"
        f"To give up and see it:   gym {command.split()[0]} 07-counter --give-up\n"
    )


def test_once_accepted_it_is_shown_also_after_a_later_rejection(accepted: Desk) -> None:
    accepted.will_say(kata_verdict(failing()))
    accepted.gym("check")
    said = accepted.gym("explain")
    assert (said.status, said.out) == (0, EXPLAINED)
    assert said.err == "\nThe reference beside your version:  gym solution 07-counter --diff\n"


def test_a_design_that_the_explanation_names_can_be_shown(accepted: Desk) -> None:
    place = accepted.catalogue.place.solutions / "07-counter"
    (place / "explanation.md").write_text("# Why\n\n`alternative_lock.py` waits.\n")
    assert accepted.gym("explain").err.endswith(
        "--diff\nThe other design, alternative_lock.py:  gym solution 07-counter --alternative lock\n"
    )
    assert accepted.gym("solution", "--alternative", "lock").status == 0


def test_giving_up_is_asked_about_and_remembered(begun: Desk) -> None:
    said = begun.gym("explain", "--give-up", keyboard="y\n")
    assert (said.status, said.out) == (0, EXPLAINED)
    assert said.err.startswith(f"{QUESTION} [y/N] ")
    assert listed(begun)["given_up_at"] is not None
    assert begun.gym("solution").out == REFERENCE
    assert begun.gym("list").out.splitlines()[1].startswith("07-counter   started (given up) ")


@pytest.mark.parametrize("typed", ["\n", "n\n", "yesterday\n", ""])
def test_any_other_answer_is_a_no(begun: Desk, typed: str) -> None:
    said = begun.gym("solution", "--give-up", keyboard=typed)
    assert (said.status, said.out) == (0, "")
    assert said.err.endswith("Nothing was changed.\n")
    assert listed(begun)["given_up_at"] is None


def test_without_a_terminal_giving_up_needs_yes(begun: Desk) -> None:
    said = begun.gym("explain", "--give-up", stdin="y\n")
    assert (said.status, said.out) == (2, "")
    assert said.err == f"gym: {QUESTION} Nobody can be asked here without a terminal; say --yes to agree.\n"
    assert listed(begun)["given_up_at"] is None
    assert begun.gym("explain", "--give-up", "--yes").out == EXPLAINED


def test_what_is_accepted_is_not_given_up(accepted: Desk) -> None:
    assert accepted.gym("explain", "--give-up").out == EXPLAINED
    assert listed(accepted)["given_up_at"] is None


def test_a_kata_that_was_not_begun_cannot_be_given_up(begun: Desk) -> None:
    said = begun.gym("explain", "08", "--give-up", "--yes")
    assert said.err == "gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n"
    assert said.status == 2


def test_where_nothing_is_kept_giving_up_shows_the_answer_and_says_so(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / ".gym")
    (begun.cwd / ".gym" / "progress.db").mkdir(parents=True)
    said = begun.gym("explain", "07", "--give-up", "--yes")
    assert (said.status, said.out) == (0, EXPLAINED)
    assert said.err.startswith("Progress is not kept: it is read-only.\n")


def test_the_solution_is_python_on_one_stream_and_what_else_there_is_on_the_other(accepted: Desk) -> None:
    said = accepted.gym("solution")
    assert (said.status, said.out) == (0, REFERENCE)
    assert said.err == (
        "07-counter, reference. One statement.\nAnother design. A lock:\n  gym solution 07-counter --alternative lock\n"
    )


@pytest.mark.parametrize("name", ["lock", "LOCK", "alternative_lock"])
def test_another_design_is_shown_by_its_name(accepted: Desk, name: str) -> None:
    said = accepted.gym("solution", "--alternative", name)
    assert (said.status, said.out) == (0, '"""A lock."""\n')
    assert said.err.endswith("\nAnother design. One statement:\n  gym solution 07-counter\n")


def test_a_design_that_is_not_there_is_answered_with_those_that_are(accepted: Desk) -> None:
    said = accepted.gym("solution", "--alternative", "queue")
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: --alternative queue: 07-counter has no design of that name; there are: reference, lock.\n"


DIFF = '''\
--- yours/counter.py
+++ reference/counter.py
@@ -3,4 +3,4 @@
 Needs a database.
 """
\x20
-count = 1
+count = 2
'''


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_the_diff_goes_from_ones_own_version_to_the_reference_whatever_the_line_ends(accepted: Desk, ends: str) -> None:
    mine = accepted.cwd / "07-counter" / "counter.py"
    mine.write_bytes(REFERENCE.replace("One statement", "Mine").replace("2", "1").replace("\n", ends).encode())
    assert accepted.gym("solution", "--diff").out == DIFF
    mine.write_bytes(REFERENCE.replace("\n", ends).encode())
    said = accepted.gym("solution", "--diff")
    assert (said.status, said.out) == (0, "")
    assert "Your counter.py is the same.\n" in said.err


def test_a_version_that_is_gone_or_no_text_is_compared_all_the_same(accepted: Desk) -> None:
    mine = accepted.cwd / "07-counter" / "counter.py"
    mine.write_bytes(b"\xff\x1b[2J\n")
    assert "\n-\\xff\\x1b[2J\n" in accepted.gym("solution", "--diff").out
    mine.unlink()
    said = accepted.gym("solution", "--diff")
    assert (said.status, len(said.out.splitlines())) == (0, 9)
    assert f"{mine} cannot be read (no such file or directory); it counts as empty here.\n" in said.err


def test_an_explanation_that_is_missing_is_the_content_s_fault(accepted: Desk, tmp_path: Path) -> None:
    explanation = tmp_path / "content" / "solutions" / "07-counter" / "explanation.md"
    explanation.unlink()
    said = accepted.gym("explain")
    assert (said.status, said.out, said.err) == (3, "", f"gym: {explanation}: this file is missing.\n")


def test_what_to_do_after_acceptance_is_to_read_why(begun: Desk) -> None:
    begun.will_say(kata_verdict(passing()))
    assert begun.gym("check").err.endswith(
        "Why it holds, and where it stops:  gym explain 07-counter\nNext is 08-clock:  gym start 08-clock\n"
    )


def test_a_damaged_memory_gives_no_answer_away(accepted: Desk) -> None:
    (Workspace(accepted.cwd).root / ".gym" / "progress.db").write_bytes(b"?" * 5000)
    assert accepted.gym("solution", "07").status == 2
