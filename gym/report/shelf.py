"""The pieces of a kind as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from gym.report.grid import Column, Row, draw, fit

_NARROWEST = 20


def shelf_lines(pieces: Sequence[tuple[str, float | None, str]], width: int, *, known: str = "best") -> Iterator[Text]:
    """A line a piece: (name, best score from 0 to 1 or None, title); on narrow terminals the last columns are left out.

    `known` heads the scores; with "read" there is a yes in place of a score.
    """
    columns = (Column("name", elastic=False), Column(known, elastic=False, right=True), Column("title"))
    rows = [Row((name, _told(best, known), title), _style(best)) for name, best, title in pieces]
    for kept in (3, 2):
        shown = [Row(row.cells[:kept], row.style) for row in rows]
        fitted = fit(columns[:kept], shown, width, _NARROWEST)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return
    yield from (Text(row.cells[0]) for row in rows)


def _told(best: float | None, known: str) -> str:
    if best is None:
        return ""
    return "yes" if known == "read" else f"{round(best * 100)} %"


def _style(best: float | None) -> str:
    if best is None:
        return ""
    return "green" if best >= 1 else "yellow"
