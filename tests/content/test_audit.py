"""Every kata that is there is true: see gym/curriculum/audit.py. A new folder is picked up by itself."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.curriculum import Kata, all_katas
from gym.curriculum.audit import Entry, Row, audit_entry, entries, idle_checks
from gym.judge import Judge

CASES = [pytest.param(kata, entry, id=f"{kata.id}-{entry.name}") for kata in all_katas() for entry in entries(kata)]
_rows: dict[tuple[str, str], Row] = {}


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


def row_of(judge: Judge, kata: Kata, entry: Entry) -> Row:
    """Judged once for all tests of this module."""
    key = kata.id, entry.name
    if key not in _rows:
        _rows[key] = audit_entry(judge, kata, entry)
    return _rows[key]


@pytest.mark.parametrize(("kata", "entry"), CASES)
def test_the_content_is_what_it_says(judge: Judge, kata: Kata, entry: Entry) -> None:
    assert row_of(judge, kata, entry).problems == ()


@pytest.mark.parametrize("kata", all_katas(), ids=lambda kata: kata.id)
def test_every_check_kills_something(judge: Judge, kata: Kata) -> None:
    assert idle_checks(row_of(judge, kata, entry) for entry in entries(kata)) == ()


@pytest.mark.parametrize("kata", all_katas(), ids=lambda kata: kata.id)
def test_every_solution_says_how_much_was_seen(judge: Judge, kata: Kata) -> None:
    for entry in entries(kata):
        if entry.kind == "solution":
            for check in row_of(judge, kata, entry).verdict.checks:
                assert check.coverage.startswith(("all ", "the only ")), (entry.name, check.id)
