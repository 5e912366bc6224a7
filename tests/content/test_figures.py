"""The figures of kata 07: what sending all at once and in batches costs, exactly, in virtual time."""

from __future__ import annotations

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions

KATA = "07-newsletter"


def message(near_miss: str | None, check: str) -> str:
    """What a check says of the starter, or of a near miss."""
    kata = find_kata(KATA)
    path = kata.folder / kata.entry
    if near_miss is not None:
        path = kata.answers / "near_misses" / f"{near_miss}.py"
    with Judge() as judge:
        verdict = judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions(only=[check]))
    return verdict.checks[0].message or ""


@pytest.mark.parametrize("near_miss", [None, "all_at_once"])
def test_of_a_thousand_at_once_five_are_sent_and_995_refused(near_miss: str | None) -> None:
    said = message(near_miss, "thousand")
    assert said == "broken promise: no connection is refused (found: 5 sent, 995 refused)"


@pytest.mark.parametrize("near_miss", [None, "in_batches"])
def test_sixty_in_batches_of_five_take_600_ms_where_a_pool_takes_195(near_miss: str | None) -> None:
    assert message(near_miss, "pace") == "broken promise: it takes 195 ms (found: 600 ms)"


def test_after_the_third_of_eight_has_failed_who_goes_on_begins_all_eight() -> None:
    expected = [f"c{number}" for number in range(1, 9)]
    assert message("failure_noted", "third-fails") == f"broken promise: four mails are begun (found: {expected})"
