"""The list of katas as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from gym.curriculum import Kata
from gym.engine.text import printable
from gym.progress import KataProgress, KataState
from gym.progress.snapshots import Snapshot
from gym.report.grid import Column, Row, draw, fit

STYLES = {KataState.ACCEPTED: "green", KataState.REJECTED: "red", KataState.STARTED: "yellow"}


def list_lines(katas: Sequence[tuple[Kata, KataProgress]], width: int) -> Iterator[Text]:
    """A line a kata: id, state, level, minutes, shapes; on narrow terminals the last ones are left out."""
    columns = (
        Column("kata", elastic=False),
        Column("state", elastic=False),
        Column("level", elastic=False, right=True),
        Column("minutes", elastic=False, right=True),
        Column("shapes"),
    )
    rows = [_row(kata, progress) for kata, progress in katas]
    for count in (5, 4, 2, 1):
        shown = [replace(row, cells=row.cells[:count]) for row in rows]
        fitted = fit(columns[:count], shown, width, 12)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return
    yield from (Text(kata.id) for kata, _progress in katas)


def _row(kata: Kata, progress: KataProgress) -> Row:
    state = progress.state.value
    if progress.accepted_at and progress.state is not KataState.ACCEPTED:
        state += " (accepted before)"
    elif progress.given_up_at:
        state += " (given up)"
    cells = (kata.id, state, str(kata.level), str(kata.minutes), ", ".join(kata.shapes))
    return Row(cells, STYLES.get(progress.state, ""))


def snapshot_lines(snapshots: Sequence[Snapshot], width: int) -> Iterator[Text]:
    """A line a snapshot: number, when, why; on narrow terminals the reason is left out."""
    columns = (
        Column("", elastic=False, right=True),
        Column("kept at (UTC)", elastic=False),
        Column("when"),
    )
    rows = [Row((str(each.number), each.at[:16].replace("T", " "), printable(each.reason))) for each in snapshots]
    for count in (3, 2):
        shown = [replace(row, cells=row.cells[:count]) for row in rows]
        fitted = fit(columns[:count], shown, width, 12)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return
    yield from (Text(row.cells[0]) for row in rows)
