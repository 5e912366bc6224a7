"""The table of README.md says of each bug what cases.py says, which test_bugs.py measures."""

from __future__ import annotations

import re

from tests.bugs.cases import CASES, Case
from tests.bugs.table import COLUMNS, README, cells

TIMES = [index for index, column in enumerate(COLUMNS) if column.startswith("ms ")]


def rows() -> list[list[str]]:
    lines = [line for line in README.read_text(encoding="utf-8").splitlines() if line.startswith("| R")]
    return [line.strip("| ").split(" | ") for line in lines]


def without_times(row: list[str]) -> list[str]:
    return [cell for index, cell in enumerate(row) if index not in TIMES]


def without_python(case: Case, row: list[str]) -> list[str]:
    """CPython's own bugs name the versions of the machine that wrote the table."""
    return [re.sub(r"^(CPython 3\.\d+)\.\d+$", r"\1", cell) for cell in row] if case.buggy is None else row


def test_all_twenty_have_their_row_with_the_numbers_of_the_cases() -> None:
    assert len(rows()) == len(CASES) == 20
    for case, row in zip(CASES, rows(), strict=True):
        assert without_python(case, without_times(row)) == without_python(case, without_times(cells(case)))


def test_times_are_milliseconds() -> None:
    assert [row for row in rows() if not all(re.fullmatch(r"[\d,]+", row[index]) for index in TIMES)] == []
