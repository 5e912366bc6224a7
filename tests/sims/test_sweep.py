"""Where a race goes wrong, in words."""

from __future__ import annotations

import pytest

from gym.sims.outcome import Track
from gym.sims.sweep import where_wrong


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ("AAAA", ""),
        ("XXXX", "where gap is 0 to 30 ms"),
        ("AXAA", "where gap is 10 ms"),
        ("XABX", "where gap is 0 or 30 ms"),
        ("XXBX", "where gap is 0 to 10 or 30 ms"),
    ],
)
def test_neighbours_that_go_wrong_are_one_span(marks: str, told: str) -> None:
    places = range(0, 31, 10)
    assert where_wrong(Track("a", tuple(zip(places, marks, strict=True))), "gap", places) == told
