"""The list of katas as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from rich.text import Text

from gym.curriculum import Kata
from gym.curriculum.ladder import ladder_of
from gym.engine.text import printable
from gym.progress import CheckResult, KataProgress, KataState
from gym.progress.snapshots import Snapshot
from gym.report.grid import Column, Row, draw, fit
from gym.report.text import faults_sentence, fold

MOST_LINES = 12
UNBROKEN = ("accepted", "not judged", "not deterministic")
RESULT_STYLES = {"accepted": "green"}
STYLES = {KataState.ACCEPTED: "green", KataState.REJECTED: "red", KataState.STARTED: "yellow"}


_COLUMNS = (
    Column("kata", elastic=False),
    Column("state", elastic=False),
    Column("faults", elastic=False),
    Column("points", elastic=False, right=True),
    Column("level", elastic=False, right=True),
    Column("min", elastic=False, right=True),
    Column("shapes"),
)
_JUDGED_ONLY = (2, 3)
_KEPT = (7, 6, 4, 2, 1)
"""How many of the columns are left on ever narrower terminals."""
_NARROWEST = 22
"""The width of the longest shape: no name is broken in two."""


def list_lines(katas: Sequence[tuple[Kata, KataProgress]], width: int) -> Iterator[Text]:
    """A line a kata; on narrow terminals the last columns are left out, and before any verdict what it would fill.

    The parts of a ladder stand below a line for the whole.
    """
    rows = list(_rows(katas))
    empty = set() if any(progress.points is not None for _kata, progress in katas) else set(_JUDGED_ONLY)
    for count in _KEPT:
        kept = [at for at in range(count) if at not in empty]
        shown = [replace(row, cells=tuple(row.cells[at] for at in kept)) for row in rows]
        fitted = fit([_COLUMNS[at] for at in kept], shown, width, _NARROWEST)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return
    yield from (Text(row.cells[0]) for row in rows)


def _rows(katas: Sequence[tuple[Kata, KataProgress]]) -> Iterator[Row]:
    for ladder, group in groupby(katas, lambda each: ladder_of(each[0].id)):
        members = list(group)
        if ladder is not None:
            yield _ladder_row(ladder, members)
        yield from (_row(kata, progress) for kata, progress in members)


def _ladder_row(ladder: str, parts: Sequence[tuple[Kata, KataProgress]]) -> Row:
    accepted = sum(progress.state is KataState.ACCEPTED for _kata, progress in parts)
    state = f"{accepted}/{len(parts)} accepted"
    minutes = sum(kata.minutes for kata, _progress in parts)
    style = STYLES[KataState.ACCEPTED] if accepted == len(parts) else ""
    return Row((ladder, state, "", "", "", str(minutes), ""), style)


def _row(kata: Kata, progress: KataProgress) -> Row:
    state = progress.state.value
    if progress.accepted_at and progress.state is not KataState.ACCEPTED:
        state += " (accepted before)"
    elif progress.given_up_at:
        state += " (given up)"
    if progress.proved_at:
        state += ", proved"
    judged = progress.points is not None
    faults = f"{len(progress.gone)}/{len(kata.faults)} gone" if judged else ""
    points = f"{progress.points}/{progress.max_points}" if judged else ""
    _ladder, slash, part = kata.id.partition("/")
    name = f"  {slash}{part}" if slash else kata.id
    cells = (name, state, faults, points, str(kata.level), str(kata.minutes), ", ".join(kata.shapes))
    return Row(cells, STYLES.get(progress.state, ""))


def result_lines(kata: Kata, progress: KataProgress, results: Sequence[CheckResult], width: int) -> Iterator[Text]:
    """One kata's last attempt: a line a check, and what the faults were that are gone; those left are to be found."""
    if not results:
        yield Text(f"{kata.id} was not judged yet.")
        return
    for result in results:
        word = Text(f"  {result.verdict:<8}", style=RESULT_STYLES.get(result.verdict, "bold red"))
        yield Text.assemble(word, f"  {result.points}/{result.max_points}  {result.check.partition('#')[2]}")
    yield Text("")
    broken = sum(result.verdict not in UNBROKEN for result in results)
    faults = faults_sentence(len(progress.gone), len(kata.faults), broken)
    told = f"{faults}, {progress.points} of {progress.max_points} points"
    yield from (Text(line) for line in fold(told, width, MOST_LINES))
    for fault in kata.faults:
        if fault.id in progress.gone:
            first, *rest = fold(fault.says, max(width - 8, 20), MOST_LINES)
            yield Text(f"  gone  {first}")
            yield from (Text(" " * 8 + line) for line in rest)


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
