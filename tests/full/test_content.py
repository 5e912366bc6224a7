"""The whole audit of every kata: each near miss against all schedules of every check."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.curriculum import Kata, all_katas
from gym.curriculum.audit import Entry, audit_entry, entries
from gym.judge import Judge

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
