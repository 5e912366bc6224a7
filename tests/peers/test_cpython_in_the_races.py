"""asyncio's own tools under the hidden races of the parts that build them: each fails what it does not promise, no more."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, CheckVerdict, Judge

PARTS = Path(__file__).parent / "parts"
GATHER, TIMING, AS_COMPLETED = (
    f"10-polyfill-kata/{part}" for part in ("gather-and-settled", "sleep-timeout-first-of", "as-completed")
)
GOES_ON = "nothing is under way when it is over"
FAILS: dict[str, tuple[str, dict[str, str]]] = {
    # An error that is on its way to the caller goes before a cancellation of his.
    "gather": (GATHER, {"caller-leaves": "swallowed cancellation"}),
    # Its timer goes off in the next turn; by then the work has begun.
    "timeout": (TIMING, {"no-time": "without time nothing is begun"}),
    "wait_for": (TIMING, {}),
    # It keeps the order of the ends, and ends nothing.
    "as_completed": (
        AS_COMPLETED,
        {
            "begun-at-the-call": "all are under way from the call on",
            "leaves-early": GOES_ON,
            "leaves-before-the-first": "never awaited",
            "error-ends-it": "nothing goes on after an error was raised",
            "error-waits-its-turn": GOES_ON,
            "reader-cancelled": GOES_ON,
            "torn-out": GOES_ON,
        },
    ),
}


def judged(name: str) -> tuple[CheckVerdict, ...]:
    """The checks on one of asyncio's own, which the part does not refuse here."""
    kata = replace(find_kata(FAILS[name][0]), refuses=())
    with Judge() as judge:
        return judge.judge(kata, Attempt.from_file(kata, PARTS / f"behind_asyncio_{name}.py")).checks


@pytest.mark.parametrize("name", FAILS)
def test_a_tool_of_asyncio_fails_what_it_does_not_promise_and_no_more(name: str) -> None:
    checks = judged(name)
    failed = {check.id.partition("#")[2]: check.claim for check in checks if check.verdict.exit_status}
    assert failed == FAILS[name][1]
    accepted = [check.coverage for check in checks if not check.verdict.exit_status]
    assert [coverage for coverage in accepted if not coverage.startswith(("all ", "the only"))] == []


def test_the_lost_cancellation_of_an_older_wait_for_is_named_and_costs_nothing() -> None:
    named = [note for check in judged("wait_for") for note in check.notes]
    assert any("gh-86296" in note for note in named) is (sys.version_info < (3, 12))


@pytest.mark.parametrize("name", FAILS)
def test_the_part_refuses_it_by_name(name: str) -> None:
    kata = find_kata(FAILS[name][0])
    with Judge() as judge:
        verdict = judge.judge(kata, Attempt.from_file(kata, PARTS / f"behind_asyncio_{name}.py"))
    assert f"uses asyncio.{name}, and building that is the task here" in str(verdict.message)
