"""What is due today, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from rich.text import Text

from gym.report.grid import Column, Row, draw, fit
from gym.report.text import count

if TYPE_CHECKING:
    from gym.practice.reviewing import Candidate, Due
    from gym.report.as_json import Json

_COLUMNS = (Column("shape", elastic=False), Column("due", elastic=False), Column("next", elastic=False))


@dataclass(frozen=True, slots=True)
class Review:
    """Every shape that was seen, with the piece to see it in next, at the moment `now` (UTC)."""

    shapes: Sequence[tuple[Due, Candidate | None]]
    now: datetime

    @property
    def due(self) -> list[tuple[Due, Candidate | None]]:
        """Those that are due, the longest overdue first."""
        return [each for each in self.shapes if each[0].is_due(self.now)]


def review_lines(review: Review, width: int) -> Iterator[Text]:
    """What is due with a command each; then when the others are."""
    if not review.shapes:
        yield Text("Nothing was practised here yet, so nothing is due. Begin with:  gym drill")
        return
    if review.due:
        yield Text(f"{count(len(review.due), 'shape')} due today", style="bold")
    else:
        first = review.shapes[0][0]
        yield Text(f"Nothing is due today; {first.shape} is next, {_when(first, review.now)}.", style="bold")
    rows = [_row(due, piece, review.now) for due, piece in review.shapes]
    for kept in (3, 2):
        shown = [Row(row.cells[:kept], row.style) for row in rows]
        fitted = fit(_COLUMNS[:kept], shown, width, 1)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return


def _row(due: Due, piece: Candidate | None, now: datetime) -> Row:
    command = piece.command if piece is not None and due.is_due(now) else ""
    return Row((due.shape, _when(due, now), command), "yellow" if due.is_due(now) else "")


def _when(due: Due, now: datetime) -> str:
    days = (due.at.date() - now.date()).days
    if days <= 0:
        return "today" if days == 0 else f"{count(-days, 'day')} ago"
    return "tomorrow" if days == 1 else f"in {days} days"


def review_json(review: Review) -> Json:
    """The same as data."""
    return {
        "shapes": [
            {
                "shape": due.shape,
                "due_at": due.at.isoformat(),
                "due": due.is_due(review.now),
                "times": due.times,
                "last": due.last_piece,
                "next": piece.command if piece is not None else None,
            }
            for due, piece in review.shapes
        ]
    }
