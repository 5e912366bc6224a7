"""Correct solutions of other designs than the kept ones are accepted, up to a small budget for each check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions, Verdict

FOLDER = Path(__file__).with_name("designs")
BUDGET = 80
"""Schedules of each check: the simple ones, at which a check that asks for too much fails. `pytest tests/full` sees more."""
DESIGNS = sorted(FOLDER.glob("**/*.py"))


def kata_of(path: Path) -> str:
    """The id of the kata that a design is for: its folder, or that of a part in its ladder's."""
    return path.parent.relative_to(FOLDER).as_posix()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    with Judge() as judge:
        yield judge


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: f"{kata_of(path)}-{path.stem}")
def test_a_correct_design_is_accepted(judge: Judge, path: Path) -> None:
    kata = find_kata(kata_of(path))
    verdict = judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions(budget=BUDGET))
    rejected = [(check.id, check.message, check.token) for check in verdict.checks if check.verdict is not Verdict.ACCEPTED]
    assert rejected == []
