"""The list of katas at any width."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gym.progress import CheckResult, KataProgress, KataState
from gym.report.listing import list_lines, result_lines
from tests.support.content import small_catalogue


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            90,
            [
                "kata         state      level   min   shapes",
                "07-counter   accepted       1     5   lost-update, swallowed-cancellation",
                "08-clock     started        1     5   lost-update, swallowed-cancellation",
            ],
        ),
        (
            70,
            [
                "kata         state      level   min   shapes",
                "07-counter   accepted       1     5   lost-update,",
                "                                      swallowed-cancellation",
                "08-clock     started        1     5   lost-update,",
                "                                      swallowed-cancellation",
            ],
        ),
        (42, ["kata         state      level   min", "07-counter   accepted       1     5",
              "08-clock     started        1     5"]),
        (30, ["kata         state", "07-counter   accepted", "08-clock     started"]),
        (12, ["kata", "07-counter", "08-clock"]),
        (5, ["07-counter", "08-clock"]),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_folded_or_left_out(tmp_path: Path, width: int, lines: list[str]) -> None:
    states = (KataState.ACCEPTED, KataState.STARTED)
    katas = small_catalogue(tmp_path, "07-counter", "08-clock").all()
    progress = [(kata, KataProgress(kata.id, state)) for kata, state in zip(katas, states, strict=True)]
    assert [line.plain for line in list_lines(progress, width)] == lines


def test_what_was_judged_has_its_faults_and_points_and_80_columns_hold_them(tmp_path: Path) -> None:
    katas = small_catalogue(tmp_path, "02-credit-wallet", "08-clock").all()
    judged = KataProgress(katas[0].id, KataState.REJECTED, 1, 17, 25, points=9, gone=frozenset({"stale-count"}))
    assert [line.plain for line in list_lines([(katas[0], judged), (katas[1], KataProgress("08-clock"))], 80)] == [
        "kata               state       faults     points   level   min",
        "02-credit-wallet   rejected    1/1 gone     9/25       1     5",
        "08-clock           untouched                           1     5",
    ]


def test_one_kata_has_a_line_a_check_and_names_only_the_faults_that_are_gone(tmp_path: Path) -> None:
    (kata,) = small_catalogue(tmp_path, "07-counter").all()
    results = [
        CheckResult("07-counter#both-count", "stale-count", "accepted", 2, 2),
        CheckResult("07-counter#other", None, "hung", 0, 3),
    ]
    progress = KataProgress(kata.id, KataState.REJECTED, 1, 2, 5, points=2)
    head = ["  accepted  2/2  both-count", "  hung      0/3  other", ""]
    assert [line.plain for line in result_lines(kata, progress, results, 40)] == [*head, "0 of 1 fault gone, 2 of 5 points"]
    gone = replace(progress, gone=frozenset({"stale-count"}))
    assert [line.plain for line in result_lines(kata, gone, results, 40)] == [
        *head,
        "the planted fault is gone; 1 promise is",
        "still broken, 2 of 5 points",
        "  gone  The count is read before the",
        "        wait and written after it.",
    ]
    assert [line.plain for line in result_lines(kata, KataProgress(kata.id), [], 40)] == ["07-counter was not judged yet."]
