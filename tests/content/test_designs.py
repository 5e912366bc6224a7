"""Correct solutions of other designs than the kept ones are accepted, up to a small budget for each check."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, JudgeOptions, Verdict

DESIGNS = sorted(Path(__file__).with_name("designs").glob("*/*.py"))


@pytest.mark.parametrize("path", DESIGNS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_correct_design_is_accepted(path: Path) -> None:
    kata = find_kata(path.parent.name)
    with Judge() as judge:
        verdict = judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions(budget=250))
    rejected = [(check.id, check.message, check.token) for check in verdict.checks if check.verdict is not Verdict.ACCEPTED]
    assert rejected == []
