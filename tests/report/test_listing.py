"""The list of katas at any width."""

from __future__ import annotations

from pathlib import Path

import pytest

from gym.progress import KataProgress, KataState
from gym.report.listing import list_lines
from tests.support.content import small_catalogue


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            90,
            [
                "kata         state      level   minutes   shapes",
                "07-counter   accepted       1         5   lost-update, swallowed-cancellation",
                "08-clock     started        1         5   lost-update, swallowed-cancellation",
            ],
        ),
        (
            70,
            [
                "kata         state      level   minutes   shapes",
                "07-counter   accepted       1         5   lost-update,",
                "                                          swallowed-cancellation",
                "08-clock     started        1         5   lost-update,",
                "                                          swallowed-cancellation",
            ],
        ),
        (50, ["kata         state      level   minutes", "07-counter   accepted       1         5",
              "08-clock     started        1         5"]),
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
