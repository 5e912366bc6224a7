"""Plots in characters."""

from __future__ import annotations

import pytest

from gym.report.sims import ASCII_LEVELS, outcome_lines, picture_lines, sparkline
from gym.sims.outcome import Bars, Load, Outcome, Series, Strip, Table, Track


def drawn(picture: Bars | Load | Strip, width: int = 40, *, ascii_only: bool = True) -> list[str]:
    return [line.plain.rstrip() for line in picture_lines(picture, width, ascii_only=ascii_only)]


@pytest.mark.parametrize(
    ("values", "spans", "room", "shows"),
    [
        ((0, 1, 4, 8), 4, 4, " .=@"),
        ((0, 1, 4, 8), 4, 2, ".@"),
        ((8, 8), 4, 4, "@@  "),
        ((1,), 1, 1, "."),
        ((0, 0), 2, 2, "  "),
    ],
)
def test_a_part_shows_its_greatest_value_and_nothing_that_is_not_0_is_lost(
    values: tuple[int, ...], spans: int, room: int, shows: str
) -> None:
    assert sparkline(values, spans, room, 8, ASCII_LEVELS) == shows


def test_bars_are_as_long_as_what_they_stand_for() -> None:
    bars = Bars("ms", (("a", 1_000), ("bcd", 500), ("e", 1), ("f", 0)))
    assert drawn(bars) == [
        "ms",
        "a    ############################  1,000",
        "bcd  ##############  500",
        "e    #  1",
        "f      0",
    ]
    assert (
        drawn(bars, ascii_only=False)[2]
        == "bcd  \u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588\u2588  500"
    )


def test_nothing_at_all_is_drawn_too() -> None:
    assert drawn(Bars("ms", (("a", 0),))) == ["ms", "a    0"]
    assert drawn(Load("calls", 10, (Series("a", (0,)),))) == [
        "calls in each 10 ms, on one scale; behind them the most",
        "a     0",
        "   0 10 ms",
    ]


def test_a_strip_keeps_the_loud_mark_where_two_meet() -> None:
    strip = Strip("by the gap", 99, (Track("a", ((0, "X"), (1, "."), (99, "h"))), Track("bc", ())), ". right   X wrong")
    assert drawn(strip, 24) == [
        "by the gap:  . right   X wrong",
        "a   X                  h",
        "bc",
        "    0              99 ms",
    ]


def test_marks_at_each_step_stand_side_by_side() -> None:
    marks = tuple((at, "." if at < 100 else "X") for at in range(0, 201, 10))
    assert drawn(Strip("by", 200, (Track("a", marks),), "", 10), 80)[1] == "a  ..........XXXXXXXXXXX"


def test_columns_that_do_not_fit_are_stacked_and_then_left_out() -> None:
    outcome = Outcome(("Said.",), Table(("way", "a long title", "another one"), (("x", 1, 2), ("y", None, 1_234_567))))

    def table(width: int) -> list[str]:
        return [line.plain for line in outcome_lines(outcome, width)][2:]

    assert table(80)[:2] == ["way   a long title   another one", "x                1             2"]
    assert table(30) == [
        "way       a     another",
        "       long         one",
        "      title",
        "x         1           2",
        "y             1,234,567",
    ]
    assert table(12)[-2:] == ["x         1", "y"]
