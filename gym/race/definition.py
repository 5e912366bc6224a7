"""What an author declares of a race: its title, shape, points, and how much of which schedules to explore."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gym.errors import ContentError

if TYPE_CHECKING:
    from gym.race.world import World

Which = Literal["any", "cancel", "none"]
Timers = Literal["last", "idle", "any"]

SHAPES = frozenset(
    [
        "stale-response",
        "check-then-act",
        "lost-update",
        "double-submit",
        "init-race",
        "lifecycle",
        "ordering",
        "cross-process",
        "unbounded-fan-out",
        "permit-leak",
        "retry-storm",
        "stuck-breaker",
        "loser-not-cancelled",
        "swallowed-cancellation",
        "lost-wakeup",
        "backpressure",
        "cached-failure",
        "control",
        "cancellation",
    ]
)


UNNAMED = "unnamed"
"""The shape of a race that names none."""


@dataclass(frozen=True, slots=True)
class Space:
    """Which schedules a race explores.

    `level` 0: one event at idle; 1: and ties (two events in one poll); 2: and early events (before idle). `ties` and
    `early` narrow that to those with a cancellation, the `max_` caps bound how many of each one schedule may have.
    `timers="any"` makes every tick a decision, `max_ticks` of them while a call is pending; with "last" the clock moves
    only where nothing else must happen: for what keeps house by timers that the race is not about.
    """

    level: int = 0
    ties: Which = "any"
    early: Which = "any"
    max_ties: int | None = None
    max_early: int | None = None
    max_faults: int = 1
    max_cancels: int = 1
    max_kills: int = 1
    timers: Timers = "idle"
    max_ticks: int = 2

    def words(self, *, faults: bool, cancels: bool, kills: bool, alike: bool = False, hasty_ticks: int | None = None) -> str:
        """`L1, ties with a cancellation, one cancellation`: what the coverage is said to be of."""
        parts = [f"L{self.level}"]
        if self.level >= 1:
            parts.append(_narrowed("ties", "tie", self.ties, self.max_ties))
        if self.level >= 2:
            parts.append(_narrowed("early events", "early event", self.early, self.max_early))
        if self.timers != "idle":
            parts.append("timers at any time" if self.timers == "any" else "timers last")
        for used, cap, noun in (
            (faults, self.max_faults, "fault"),
            (cancels, self.max_cancels, "cancellation"),
            (kills, self.max_kills, "kill"),
        ):
            if used:
                parts.append(f"at most {cap} {noun}" + ("" if cap == 1 else "s"))
        if hasty_ticks is not None:
            parts.append(f"at most {hasty_ticks} ticks ahead of other events")
        if alike:
            parts.append("alike flows in one order")
        return ", ".join(part for part in parts if part)


def _narrowed(plural: str, singular: str, which: Which, cap: int | None) -> str:
    if which == "none" or cap == 0:
        return f"no {plural}"
    noun = plural if cap is None else f"at most {cap} {singular if cap == 1 else plural}"
    if which == "cancel":
        return f"{noun} with a cancellation"
    return "" if cap is None else noun


@dataclass(frozen=True, slots=True)
class Race:
    """A hidden test. `run(world)` is called once for each schedule."""

    name: str
    title: str
    shape: str
    points: int
    fault: str | None
    budget: int
    space: Space
    run: Callable[[World], None]


def race(
    title: str,
    *,
    shape: str | None = None,
    points: int = 1,
    fault: str | None = None,
    budget: int = 20_000,
    level: int = 0,
    ties: Which = "any",
    early: Which = "any",
    max_ties: int | None = None,
    max_early: int | None = None,
    max_faults: int = 1,
    max_cancels: int = 1,
    max_kills: int = 1,
    timers: Timers = "idle",
    max_ticks: int = 2,
) -> Callable[[Callable[[World], None]], Race]:
    """Declare the decorated function a race; its id is the function's name with dashes. Raises ContentError.

    `shape` is the kind of fault that it is about, one of SHAPES; races on one's own code need not say.
    """
    if not isinstance(title, str):
        raise ContentError('@race needs a title, the promise in one sentence: @race("two callers share one connection")')
    if shape is not None and shape not in SHAPES:
        raise ContentError(f"the race {title!r} has the unknown shape {shape!r}; there are {', '.join(sorted(SHAPES))}")
    if level not in (0, 1, 2):
        raise ContentError(f"the race {title!r} has level {level!r}; there are 0, 1 and 2")
    space = Space(level, ties, early, max_ties, max_early, max_faults, max_cancels, max_kills, timers, max_ticks)

    def declare(function: Callable[[World], None]) -> Race:
        name = function.__name__.replace("_", "-")
        return Race(name, title, shape or UNNAMED, points, fault, budget, space, function)

    return declare
