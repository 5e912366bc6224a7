"""What judging an attempt says, as plain data: checks, points, coverage and the failing trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from gym.engine.trace import Trace


class Verdict(StrEnum):
    """The word for one check or one whole attempt."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    HUNG = "hung"
    CRASHED = "crashed"
    BLOCKED = "blocked"
    RUNAWAY = "runaway"
    PROTOCOL = "protocol"
    NOT_DETERMINISTIC = "not deterministic"
    NOT_JUDGED = "not judged"

    @property
    def exit_status(self) -> int:
        """0 accepted, 3 when no word about the learner's code could be given, 1 otherwise."""
        if self is Verdict.ACCEPTED:
            return 0
        if self in (Verdict.NOT_DETERMINISTIC, Verdict.NOT_JUDGED):
            return 3
        return 1


@dataclass(frozen=True, slots=True)
class CheckVerdict:
    """The word on one check.

    `id` is a content id (`02-credit-wallet#overspend`), `coverage` the honest words about what was explored,
    `token` replays the failing schedule, `claim` is the stable name of what failed (part of a near miss's signature).
    `notes` are sentences beside the word, such as a fault of CPython's that was not counted.
    """

    id: str
    title: str
    shape: str
    verdict: Verdict
    points: int
    max_points: int
    schedules: int
    coverage: str
    token: str | None = None
    message: str | None = None
    claim: str | None = None
    fault: str | None = None
    trace: Trace | None = None
    provisional: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KataVerdict:
    """The word on one attempt. `timings` (milliseconds) are kept apart from the result: they differ by machine."""

    kata: str
    verdict: Verdict
    points: int
    max_points: int
    near_miss: str | None
    checks: tuple[CheckVerdict, ...]
    message: str | None = None
    provisional: bool = False
    timings: Mapping[str, float] = field(default_factory=dict)
