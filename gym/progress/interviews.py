"""Mock interviews as they are remembered: begun, what each stage gave, and ended or not."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field

_BEGIN = "INSERT INTO interviews (kata, seed, minutes, started_at) VALUES (?, ?, ?, ?) RETURNING id"
_KEEP = "UPDATE interviews SET results = ?, hints = ?, ended_at = ? WHERE id = ?"
INTERVIEWS = "SELECT id, kata, seed, minutes, started_at, ended_at, hints, results FROM interviews ORDER BY id"


@dataclass(slots=True)
class Interview:
    """One interview. Times are UTC, ISO 8601; `results` are scores from 0 to 1 by stage, of the stages that are over.

    `best` is the best score so far of the stage under way; `hints` is how many were paid for.
    """

    id: int
    kata: str
    seed: int
    minutes: int
    started_at: str
    ended_at: str | None = None
    hints: int = 0
    results: dict[str, float] = field(default_factory=dict)
    best: dict[str, float] = field(default_factory=dict)


def begin_interview(database: sqlite3.Connection, kata: str, seed: int, minutes: int, now: str) -> int:
    """Write that an interview began; gives its number."""
    return int(database.execute(_BEGIN, (kata, seed, minutes, now)).fetchone()[0])


def keep_interview(database: sqlite3.Connection, interview: Interview) -> None:
    """Write how an interview stands."""
    results = json.dumps({"over": interview.results, "best": interview.best})
    database.execute(_KEEP, (results, interview.hints, interview.ended_at, interview.id))


def interview_of(row: tuple[int, str, int, int, str, str | None, int, str]) -> Interview:
    """A row as INTERVIEWS gives it."""
    number, kata, seed, minutes, started_at, ended_at, hints, results = row
    told: Mapping[str, Mapping[str, float]] = json.loads(results)
    over, best = dict(told.get("over", {})), dict(told.get("best", {}))
    return Interview(number, kata, seed, minutes, started_at, ended_at, hints, over, best)
