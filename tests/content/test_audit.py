"""Every kata that is there is true: see gym/curriculum/audit.py. A new folder is picked up by itself.

Of the checks that a near miss passes only the first schedules are seen here; tests/full/test_content.py sees all.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gym.curriculum import Kata, all_katas
from gym.curriculum.audit import Entry, Row, audit_entry, entries, kata_problems
from gym.curriculum.wording import wording_problems
from gym.judge import Judge
from gym.judge.races import load_races

KATAS = all_katas()
CASES = [
    pytest.param(kata, entry, id=f"{kata.id}-{entry.name}", marks=pytest.mark.xdist_group(kata.id))
    for kata in KATAS
    for entry in entries(kata)
]
OF_ONE_KATA = [pytest.param(kata, id=kata.id, marks=pytest.mark.xdist_group(kata.id)) for kata in KATAS]
"""Workers that share the tests keep a kata together: its entries are judged once."""
GLANCE = 10
_rows: dict[tuple[str, str], Row] = {}


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


def row_of(judge: Judge, kata: Kata, entry: Entry) -> Row:
    """Judged once for all tests of this module."""
    key = kata.id, entry.name
    if key not in _rows:
        _rows[key] = audit_entry(judge, kata, entry, glance=GLANCE)
    return _rows[key]


@pytest.mark.parametrize(("kata", "entry"), CASES)
def test_the_content_is_what_it_says(judge: Judge, kata: Kata, entry: Entry) -> None:
    assert [str(problem) for problem in row_of(judge, kata, entry).problems] == []


@pytest.mark.parametrize("kata", OF_ONE_KATA)
def test_checks_faults_and_texts_belong_together(judge: Judge, kata: Kata) -> None:
    rows = [row_of(judge, kata, entry) for entry in entries(kata)]
    assert [str(problem) for problem in kata_problems(kata, rows, [each.id for each in KATAS])] == []


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.id)
def test_every_text_is_worded_as_it_should_be(kata: Kata) -> None:
    assert [str(problem) for problem in wording_problems(kata)] == []


@pytest.mark.parametrize("kata", KATAS, ids=lambda kata: kata.id)
def test_every_planted_fault_has_a_check_and_no_check_looks_for_another(kata: Kata) -> None:
    looked_for = {race.fault for race in load_races(kata.races)} - {None}
    assert looked_for == {fault.id for fault in kata.faults}
