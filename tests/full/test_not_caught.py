"""Wrong versions that are still accepted, kept where they are seen: the day one is rejected, it becomes a near miss."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gym.curriculum import find_kata
from gym.judge import Attempt, Judge, Verdict

FOLDER = Path(__file__).parents[1] / "content" / "not_caught"
WHY: dict[str, dict[str, str]] = tomllib.loads((FOLDER / "why.toml").read_text(encoding="utf-8"))
CASES = [pytest.param(kata, name, id=f"{kata}-{name}") for kata, names in WHY.items() for name in names]


def test_each_says_what_it_breaks_and_each_is_there() -> None:
    there = {(path.parent.name, path.stem) for path in FOLDER.glob("*/*.py")}
    assert there == {(kata, name) for kata, names in WHY.items() for name in names}


@pytest.mark.xfail(strict=True, reason="no check catches it yet")
@pytest.mark.parametrize(("kata", "name"), CASES)
def test_a_wrong_version_is_rejected(kata: str, name: str) -> None:
    whole = find_kata(kata)
    with Judge() as judge:
        verdict = judge.judge(whole, Attempt.from_file(whole, FOLDER / kata / f"{name}.py"))
    assert verdict.verdict is Verdict.REJECTED
