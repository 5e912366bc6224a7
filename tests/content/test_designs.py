"""Correct solutions of other designs than the kept ones are accepted, up to a small budget for each check."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions, Verdict

FOLDER = Path(__file__).with_name("designs")
DESIGNS = sorted(FOLDER.glob("**/*.py"))


def _kata(path: Path) -> str:
    """The id of the kata that a design is for: its folder, or that of a part in its ladder's."""
    return path.parent.relative_to(FOLDER).as_posix()


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: f"{_kata(path)}-{path.stem}")
def test_a_correct_design_is_accepted(path: Path) -> None:
    kata = find_kata(_kata(path))
    with Judge() as judge:
        verdict = judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions(budget=250))
    rejected = [(check.id, check.message, check.token) for check in verdict.checks if check.verdict is not Verdict.ACCEPTED]
    assert rejected == []
