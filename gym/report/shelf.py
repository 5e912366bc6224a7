"""The pieces of a kind as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from gym.report.grid import Column, Row, draw, fit

_COLUMNS = (Column("name", elastic=False), Column("best", elastic=False, right=True), Column("title"))
_NARROWEST = 20


def shelf_lines(pieces: Sequence[tuple[str, float | None, str]], width: int) -> Iterator[Text]:
    """A line a piece: (name, best score from 0 to 1 or None, title); on narrow terminals the last columns are left out."""
    rows = [Row((name, _percent(best), title), _style(best)) for name, best, title in pieces]
    for kept in (3, 2):
        shown = [Row(row.cells[:kept], row.style) for row in rows]
        fitted = fit(_COLUMNS[:kept], shown, width, _NARROWEST)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return
    yield from (Text(row.cells[0]) for row in rows)


def _percent(best: float | None) -> str:
    return "" if best is None else f"{round(best * 100)} %"


def _style(best: float | None) -> str:
    if best is None:
        return ""
    return "green" if best >= 1 else "yellow"
