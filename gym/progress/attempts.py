"""What is remembered about a kata, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class KataState(StrEnum):
    """How far the learner is with a kata, by the word on the last attempt."""

    UNTOUCHED = "untouched"
    STARTED = "started"
    REJECTED = "rejected"
    ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The word on one check in the last attempt that was judged. `check` is a content id."""

    check: str
    fault: str | None
    verdict: str
    points: int
    max_points: int


@dataclass(frozen=True, slots=True)
class KataProgress:
    """What a workspace remembers about one kata.

    `best` and `max_points` are points, None before the first attempt that was judged. `accepted_at` (UTC,
    ISO 8601) is the first acceptance and stays when a later attempt is rejected; `given_up_at` is when the answer was
    first asked for. `hints` is how many were shown. `points` are those of the last attempt that was judged, and
    `gone` the ids of the faults that it no longer has: every check that looks for them accepted it. `proved_at` is when a
    race test of the learner's own was first accepted.
    """

    kata: str
    state: KataState = KataState.UNTOUCHED
    attempts: int = 0
    best: int | None = None
    max_points: int | None = None
    touched_at: str | None = None
    accepted_at: str | None = None
    given_up_at: str | None = None
    hints: int = 0
    points: int | None = None
    gone: frozenset[str] = frozenset()
    proved_at: str | None = None

    @property
    def may_see_answer(self) -> bool:
        """Whether explanation and solutions are no longer withheld."""
        return self.accepted_at is not None or self.given_up_at is not None
