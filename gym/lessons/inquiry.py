"""One go at an investigation: what was looked at, what is open by now, what the clock says, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from gym.lessons.investigations import AnswerEntry, Investigation, Look
from gym.lessons.routes import minutes_of, shortest_route

CAUSE_SHARE = 0.4
FIX_SHARE = 0.4
PACE_SHARE = 0.2
PAR = 1.5
"""Up to this many times the shortest route costs nothing: nobody knows beforehand which look tells most."""


@dataclass(slots=True)
class Inquiry:
    """A go under way. `offered` only grows, so a look keeps its number; `seen` is in the order of looking."""

    investigation: Investigation
    offered: list[Look] = field(default_factory=list)
    seen: list[Look] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._offer()

    @property
    def spent(self) -> int:
        """Minutes so far. Looking again at what was seen costs nothing."""
        return minutes_of(tuple(self.seen))

    @property
    def is_over(self) -> bool:
        """Whether the incident's clock has run out."""
        return self.spent > self.investigation.minutes

    def take(self, look: Look) -> list[Look]:
        """Look at one that is offered. Gives those that it opened."""
        if look in self.seen:
            return []
        self.seen.append(look)
        return self._offer()

    def _offer(self) -> list[Look]:
        ids = {look.id for look in self.seen}
        new = [
            look for look in self.investigation.looks if look not in self.offered and self.investigation.is_open(look, ids)
        ]
        self.offered += new
        return new

    def end(self, cause: AnswerEntry, fix: AnswerEntry) -> Ending:
        """The end of it. Raises ContentError when there is no route to compare with."""
        return Ending(self.investigation, tuple(self.seen), cause, fix, shortest_route(self.investigation))


@dataclass(frozen=True, slots=True)
class Ending:
    """A go that has ended: the looks in order, what was named, and the shortest route."""

    investigation: Investigation
    seen: tuple[Look, ...]
    cause: AnswerEntry
    fix: AnswerEntry
    shortest: tuple[Look, ...]

    @property
    def spent(self) -> int:
        """Minutes that the looks took."""
        return minutes_of(self.seen)

    @property
    def is_over(self) -> bool:
        """Whether that is more than the incident's clock."""
        return self.spent > self.investigation.minutes

    @property
    def is_right(self) -> bool:
        """Whether both cause and fix are right."""
        return self.cause.right and self.fix.right

    @property
    def is_proved(self) -> bool:
        """Whether the looks prove the cause; one that is right and not proved was guessed."""
        return self.investigation.is_proved_by(self.seen)

    @property
    def pace(self) -> float:
        """From 0 to 1: the shortest route against the minutes spent; 0 beyond the clock, and without proof or cause."""
        if not self.cause.right or not self.is_proved or self.is_over:
            return 0.0
        return min(1.0, PAR * minutes_of(self.shortest) / self.spent)

    @property
    def score(self) -> float:
        """From 0 to 1."""
        return round(CAUSE_SHARE * self.cause.right + FIX_SHARE * self.fix.right + PACE_SHARE * self.pace, 3)
