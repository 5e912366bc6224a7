"""The whole audit of every kata: each near miss against all schedules of every check, and every design against most."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.curriculum import Kata, all_katas, find_kata
from gym.curriculum.audit import Entry, audit_entry, entries
from gym.judge import Attempt, Judge, JudgeOptions, Verdict
from tests.content.test_designs import DESIGNS, kata_of

CASES = [
    pytest.param(kata, entry, id=f"{kata.id}-{entry.name}")
    for kata in all_katas()
    for entry in entries(kata)
    if entry.kind == "near miss"
]


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


@pytest.mark.parametrize(("kata", "entry"), CASES)
def test_a_near_miss_is_killed_by_what_it_says_and_by_nothing_else(judge: Judge, kata: Kata, entry: Entry) -> None:
    assert [str(problem) for problem in audit_entry(judge, kata, entry).problems] == []


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: f"{kata_of(path).replace('/', '-')}-{path.stem}")
def test_a_correct_design_is_accepted_over_the_stated_space(judge: Judge, path: Path) -> None:
    kata = find_kata(kata_of(path))
    verdict = judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions())
    rejected = [(check.id, check.message, check.token) for check in verdict.checks if check.verdict is not Verdict.ACCEPTED]
    assert rejected == []
