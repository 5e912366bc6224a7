"""How long somebody worked."""

from __future__ import annotations

import pytest

from gym.progress.timing import worked_seconds


@pytest.mark.parametrize(
    ("moments", "seconds"),
    [
        ([], 0),
        (["2026-01-01T10:00:00+00:00"], 0),
        (["2026-01-01T10:05:00+00:00", "2026-01-01T10:00:00+00:00"], 300),
        (["2026-01-01T10:00:00+00:00", "2026-01-01T10:15:00+00:00", "2026-01-01T10:30:01+00:00"], 900),
        (["2026-01-01T10:00:00+00:00", "2026-01-01T11:01:00+01:00"], 60),
    ],
)
def test_pauses_of_more_than_a_quarter_of_an_hour_do_not_count(moments: list[str], seconds: int) -> None:
    assert worked_seconds(moments) == seconds
