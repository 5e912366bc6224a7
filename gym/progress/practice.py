"""What is remembered of practice beside the katas: one row each time that something was answered."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass

_KEEP = "INSERT INTO practice (at, kind, piece, shapes, score, seconds) VALUES (?, ?, ?, ?, ?, ?)"
PRACTICE = "SELECT at, kind, piece, shapes, score, seconds FROM practice ORDER BY id"


@dataclass(frozen=True, slots=True)
class Practised:
    """One answer. `kind` is the command, `piece` what it was about, `score` from 0 to 1; `at` is UTC, ISO 8601."""

    at: str
    kind: str
    piece: str
    shapes: tuple[str, ...]
    score: float
    seconds: float


def keep_practice(database: sqlite3.Connection, practised: Practised) -> None:
    """Write one answer."""
    shapes = json.dumps(practised.shapes)
    row = (practised.at, practised.kind, practised.piece, shapes, float(practised.score), float(practised.seconds))
    database.execute(_KEEP, row)


def practised_of(rows: Iterable[tuple[str, str, str, str, float, float]]) -> list[Practised]:
    """The answers of rows as PRACTICE gives them."""
    return [
        Practised(at, kind, piece, tuple(json.loads(shapes)), score, seconds)
        for at, kind, piece, shapes, score, seconds in rows
    ]
