"""From runs to the word on a proof: which versions were told apart, and the one sentence that helps most."""

from __future__ import annotations

from typing import Literal

import pytest

from gym.prove import ProofTask, Version, Word
from gym.prove.wire import Kind, Outcome, Run
from gym.prove.wording import row_of, verdict_of

STARTER = Version("starter", "starter", {})
RIGHT = Version("solution", "solution", {})
LOCK = Version("near miss", "lock", {}, "the lock fix", "Tempting, because\nit is short.")
SLEEP = Version("near miss", "sleep", {}, "the sleep fix", "Tempting.")
TASK = ProofTask("07-counter", "It counts.", "test_counter_race.py", {}, (STARTER, RIGHT, LOCK, SLEEP))

PASSED = Run("finished", [Outcome("test_it", "passed")])
CAUGHT = Run("finished", [Outcome("test_it", "assertion", 9, "assert n == 2", "assert 1 == 2")])
NOTHING = "It passes on the code as you got it, which breaks the promise: it does not see the fault yet."


def word(*runs: Run, again: tuple[Run, ...] | None = None) -> tuple[bool, list[str]]:
    verdict = verdict_of(TASK, [*runs, *(again or runs)])
    return verdict.accepted, verdict.message.splitlines()


def went(kind: Kind) -> Run:
    return Run("finished", [Outcome("test_it", kind, 9, "x()", "told")])


def test_it_is_accepted_when_it_catches_all_that_is_wrong_and_passes_on_all_that_is_right() -> None:
    verdict = verdict_of(TASK, [CAUGHT, PASSED, CAUGHT, CAUGHT] * 2)
    assert (verdict.accepted, verdict.message, verdict.caught, verdict.asked) == (True, "", 2, 2)


@pytest.mark.parametrize("kind", ["assertion", "never returns", "raised"])
def test_these_kinds_of_failure_catch_a_wrong_version(kind: Kind) -> None:
    row = row_of(LOCK, went(kind))
    assert (row.word, row.test, row.line, row.source) == (Word.CAUGHT, "test_it", 9, "x()")


@pytest.mark.parametrize("kind", ["error", "gates", "setup", "skipped"])
def test_these_kinds_of_failure_prove_nothing(kind: Kind) -> None:
    assert row_of(LOCK, went(kind)).word is Word.BROKE


@pytest.mark.parametrize("kind", ["assertion", "never returns", "raised", "error", "gates", "setup", "skipped"])
def test_on_a_correct_version_nothing_but_passing_will_do(kind: Kind) -> None:
    assert row_of(RIGHT, went(kind)).word is Word.FAILS


@pytest.mark.parametrize("ending", ["not imported", "no test", "died"])
def test_a_version_without_a_word_is_neither_caught_nor_passed(ending: Literal["not imported", "no test", "died"]) -> None:
    assert row_of(LOCK, Run(ending)).word is Word.BROKE
    assert row_of(RIGHT, Run(ending)).word is Word.FAILS


def test_one_test_that_catches_is_enough_beside_one_that_breaks() -> None:
    broke = Outcome("test_a", "error", 3, "x[1]", "IndexError")
    assert row_of(LOCK, Run("finished", [broke, *CAUGHT.outcomes])).word is Word.CAUGHT


def test_what_fails_on_a_correct_version_is_said_first() -> None:
    assert word(PASSED, CAUGHT, PASSED, PASSED) == (
        False,
        [
            "It also fails on a correct version: it asks for more than the contract promises, or it breaks.",
            "test_it, test_counter_race.py:9  assert n == 2",
            "assert 1 == 2",
        ],
    )


def test_then_that_it_does_not_see_the_fault() -> None:
    assert word(PASSED, PASSED, CAUGHT, CAUGHT) == (False, [NOTHING])


def test_then_where_it_breaks() -> None:
    assert word(CAUGHT, PASSED, went("gates"), PASSED) == (
        False,
        [
            "On the lock fix it breaks before it can tell right from wrong.",
            "test_it, test_counter_race.py:9  x()",
            "told",
        ],
    )


def test_then_what_it_lets_pass_with_the_reason_of_the_first() -> None:
    assert word(CAUGHT, PASSED, PASSED, PASSED) == (
        False,
        ["It lets the lock fix and the sleep fix pass.", "The lock fix: Tempting, because it is short."],
    )
    assert word(CAUGHT, PASSED, CAUGHT, PASSED) == (False, ["It lets the sleep fix pass.", "Tempting."])


def test_a_test_that_ends_in_two_ways_is_not_deterministic() -> None:
    accepted, (sentence,) = word(CAUGHT, PASSED, CAUGHT, CAUGHT, again=(CAUGHT, CAUGHT, CAUGHT, CAUGHT))
    assert not accepted
    assert sentence.startswith("test_it is not deterministic: run twice on a correct version, it ended in two ways.")


def test_messages_may_differ_between_two_runs() -> None:
    other = Run("finished", [Outcome("test_it", "assertion", 9, "assert n == 2", "assert <object at 0x7f> == 2")])
    assert word(CAUGHT, PASSED, CAUGHT, CAUGHT, again=(other, PASSED, CAUGHT, other)) == (True, [])


def test_a_file_that_runs_nowhere_is_said_once() -> None:
    broken = Run("not imported", line=3, message="SyntaxError: invalid syntax")
    assert word(*[broken] * 4) == (
        False,
        ["test_counter_race.py:3: the file cannot be imported: SyntaxError: invalid syntax."],
    )
    assert word(*[Run("no test")] * 4) == (
        False,
        ["test_counter_race.py: the file holds no test: one is a function whose name begins with test_."],
    )


def test_after_a_foul_nothing_else_matters_and_runs_that_were_left_out_are_not_missed() -> None:
    foul = Run("foul", line=4, source="open('x', 'w')", message="changes files")
    verdict = verdict_of(TASK, [CAUGHT, PASSED, foul, None, CAUGHT, None, None, None])
    assert (verdict.accepted, verdict.rows) == (False, ())
    assert verdict.message.splitlines() == [
        "test_counter_race.py:4  open('x', 'w')",
        "The test changes files; a proof goes by what the code does.",
    ]


def test_an_endless_run_without_a_line_of_the_test_names_the_version() -> None:
    verdict = verdict_of(TASK, [CAUGHT, PASSED, Run("endless"), None] + [None] * 4)
    assert verdict.message == "On the lock fix\nThe test computes and computes without an end."
