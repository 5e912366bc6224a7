"""The scorecard of an interview, and the list of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.text import Text

from gym.practice.interview import PRICE_OF_A_HINT, stages_of, total_score
from gym.report.grid import Column, Row, draw, fit
from gym.report.standing import bar
from gym.report.text import count

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress.interviews import Interview
    from gym.report.as_json import Json

WORDS = {"spot": "spot the race", "prove": "prove it by a test", "fix": "fix it", "say": "say it"}


def scorecard_lines(interview: Interview, kata: Kata, *, ascii_only: bool = False) -> Iterator[Text]:
    """Stage by stage, the shapes that the kata is about, and the whole."""
    yield Text(f"Interview {interview.id}: {kata.title}, {interview.minutes} minutes, seed {interview.seed}", style="bold")
    for stage in stages_of(kata):
        score = interview.results.get(stage)
        told = "not reached" if score is None else f"{_percent(score)} %"
        drawn = bar(round((score or 0) * 100), 100, ascii_only=ascii_only)
        yield Text.assemble(f"  {WORDS[stage]:<20}", (drawn, "green"), f"  {told}")
    if interview.hints:
        yield Text(
            f"  {count(interview.hints, 'hint')} paid for: {_percent(PRICE_OF_A_HINT * interview.hints)} % of the fix"
        )
    yield Text(f"  shapes: {', '.join(kata.shapes)}")
    yield Text(f"  in all {_percent(total_score(interview.results))} %", style="bold")


def history_lines(interviews: Sequence[Interview], width: int) -> Iterator[Text]:
    """A line an interview, the newest last."""
    columns = (
        Column("", elastic=False, right=True),
        Column("begun (UTC)", elastic=False),
        Column("kata", elastic=False),
        Column("score", elastic=False, right=True),
        Column("seed", elastic=False, right=True),
    )
    rows = [_row(each) for each in interviews]
    for kept in (5, 4, 3, 2):
        shown = [Row(row.cells[:kept]) for row in rows]
        fitted = fit(columns[:kept], shown, width, 1)
        if fitted is not None:
            yield from draw(fitted, shown, width)
            return


def _row(interview: Interview) -> Row:
    score = f"{_percent(total_score(interview.results))} %" if interview.ended_at else "under way"
    begun = interview.started_at[:16].replace("T", " ")
    return Row((str(interview.id), begun, interview.kata, score, str(interview.seed)))


def scorecard_json(interview: Interview) -> Json:
    """One interview as data."""
    return {
        "id": interview.id,
        "kata": interview.kata,
        "seed": interview.seed,
        "minutes": interview.minutes,
        "started_at": interview.started_at,
        "ended_at": interview.ended_at,
        "hints": interview.hints,
        "stages": dict(interview.results),
        "score": total_score(interview.results),
    }


def _percent(score: float) -> int:
    return round(score * 100)
