"""The table of README.md says what is measured today."""

from __future__ import annotations

import pytest

from tests.peers.measures import Measure, all_measures
from tests.peers.table import HEAD, lines_between

MEASURED = all_measures()
LINES = lines_between()


def begin_of(measure: Measure) -> str:
    return f"| {measure.title} | {measure.ours} |"


@pytest.mark.parametrize("measure", MEASURED, ids=lambda measure: f"{measure.ours}-{measure.peer}")
def test_the_table_has_what_is_measured(measure: Measure) -> None:
    ours = [line for line in LINES if line.startswith(f"| {measure.peer} (") and f"| {measure.ours} |" in line]
    assert ours, "python -m tests.peers.table writes it"
    if not any(line.startswith(begin_of(measure)) for line in ours):
        pytest.skip(f"the table is of another version: {ours[0]}")
    assert measure.row() in LINES


@pytest.mark.parametrize("measure", MEASURED, ids=lambda measure: f"{measure.ours}-{measure.peer}")
def test_what_is_left_out_and_where_others_differ_is_told(measure: Measure) -> None:
    assert [line for line in [*measure.reasons(), *measure.differences()] if line not in LINES] == []


def test_nothing_stands_there_that_is_not_measured() -> None:
    rows = [line for line in LINES if line.startswith("|")]
    assert rows[:2] == list(HEAD)
    assert len(rows) - 2 == len(MEASURED)
    told = [line for each in MEASURED for line in [*each.reasons(), *each.differences()]]
    assert [line for line in LINES if line.startswith("- ") and line not in told] == []
