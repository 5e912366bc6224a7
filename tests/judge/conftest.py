"""One judge and one small kata for all tests of this folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gym.judge import Attempt, Judge, JudgeOptions, KataVerdict
from tests.judge.small_kata import SmallKata, write_kata

JudgeText = Callable[..., KataVerdict]


@pytest.fixture(scope="session")
def judge() -> Iterator[Judge]:
    with Judge(helpers=0) as judge:
        yield judge


@pytest.fixture
def kata(tmp_path: Path) -> SmallKata:
    return write_kata(tmp_path)


@pytest.fixture
def judge_text(judge: Judge, kata: SmallKata, tmp_path: Path) -> JudgeText:
    """Judge a text in place of the kata's entry module."""

    def judge_it(text: str | bytes, **options: object) -> KataVerdict:
        path = tmp_path / "attempt.py"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return judge.judge(kata, Attempt.from_file(kata, path), JudgeOptions(**options))  # type: ignore[arg-type]

    return judge_it
