"""How far a learner is with everything: by kata and by shape, as bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.text import Text

from gym.curriculum import Kata
from gym.progress import KataProgress, KataState
from gym.report.as_json import Json
from gym.report.grid import Column, Row, draw, fit
from gym.report.text import count

if TYPE_CHECKING:
    from gym.progress.practice import Practised

BAR = 20
STYLES = {KataState.ACCEPTED: "green", KataState.REJECTED: "red", KataState.STARTED: "yellow"}


@dataclass(frozen=True, slots=True)
class Standing:
    """All katas with what is remembered of each; `seconds` are those worked, by id."""

    katas: Sequence[tuple[Kata, KataProgress]]
    seconds: Mapping[str, int]

    @property
    def accepted(self) -> int:
        """How many katas were ever accepted."""
        return sum(progress.accepted_at is not None for _kata, progress in self.katas)

    def by_shape(self) -> dict[str, tuple[int, int]]:
        """(accepted, all) for each shape, in order of first appearance."""
        found: dict[str, tuple[int, int]] = {}
        for kata, progress in self.katas:
            for shape in kata.shapes:
                done, of = found.get(shape, (0, 0))
                found[shape] = (done + (progress.accepted_at is not None), of + 1)
        return found


def standing_lines(standing: Standing, width: int, *, ascii_only: bool = False) -> Iterator[Text]:
    """What was begun, kata by kata, and then the shapes with a bar each."""
    begun = [(kata, progress) for kata, progress in standing.katas if progress.touched_at is not None]
    yield Text(f"{standing.accepted} of {count(len(standing.katas), 'kata')} accepted", style="bold")
    yield Text("")
    if begun:
        yield from _kata_table(standing, begun, width)
        yield Text("")
    shapes = standing.by_shape()
    room = max(map(len, shapes), default=0)
    for shape, (done, of) in shapes.items():
        yield Text.assemble(f"{shape:<{room}}  ", (bar(done, of, ascii_only=ascii_only), "green"), f"  {done} of {of}")


def _kata_table(standing: Standing, begun: Sequence[tuple[Kata, KataProgress]], width: int) -> Iterator[Text]:
    columns = (
        Column("kata", elastic=False),
        Column("state", elastic=False),
        Column("points", elastic=False, right=True),
        Column("attempts", elastic=False, right=True),
        Column("hints", elastic=False, right=True),
        Column("worked", elastic=False, right=True),
    )
    rows = [_row(kata, progress, standing.seconds.get(kata.id, 0)) for kata, progress in begun]
    for kept in (6, 4, 2, 1):
        shown = [Row(row.cells[:kept], row.style) for row in rows]
        fitted = fit(columns[:kept], shown, width, 1)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return


def _row(kata: Kata, progress: KataProgress, seconds: int) -> Row:
    points = f"{progress.best}/{progress.max_points}" if progress.best is not None else ""
    state = progress.state.value + (", proved" if progress.proved_at else "")
    cells = (kata.id, state, points, str(progress.attempts), str(progress.hints), _worked(seconds))
    return Row(cells, STYLES.get(progress.state, ""))


def _worked(seconds: int) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60:02} min" if minutes >= 60 else f"{minutes} min"


def bar(done: int, of: int, *, ascii_only: bool = False) -> str:
    """A bar of fixed length; it is full only when all is done, and empty only when nothing is."""
    filled = BAR * done // of if of else 0
    filled = max(filled, 1) if done else 0
    full, empty = ("#", ".") if ascii_only else ("\u2588", "\u2591")
    return full * filled + empty * (BAR - filled)


def standing_json(standing: Standing) -> Json:
    """The same as data."""
    return {
        "accepted": standing.accepted,
        "katas": [
            {
                "id": kata.id,
                "state": str(progress.state),
                "best": progress.best,
                "max_points": progress.max_points,
                "attempts": progress.attempts,
                "hints": progress.hints,
                "worked_seconds": standing.seconds.get(kata.id, 0),
                "accepted_at": progress.accepted_at,
                "given_up_at": progress.given_up_at,
                "proved_at": progress.proved_at,
            }
            for kata, progress in standing.katas
        ],
        "shapes": {shape: {"accepted": done, "katas": of} for shape, (done, of) in standing.by_shape().items()},
    }


def answers_by_kind(practised: Sequence[Practised]) -> dict[str, int]:
    """How many answers were given beside the katas, by command."""
    found: dict[str, int] = {}
    for each in practised:
        found[each.kind] = found.get(each.kind, 0) + 1
    return found


def practice_sentence(practised: Sequence[Practised]) -> str:
    """What was done beside the katas, which the numbers below do not count."""
    told = ", ".join(f"{kind} {number}" for kind, number in answers_by_kind(practised).items())
    return f"Answers beside the katas: {told}. What is due of their shapes: gym review"
