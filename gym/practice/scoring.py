"""What is said of a game: what broke, or how near it came to the simplest way of breaking it."""

from __future__ import annotations

from gym.engine.tokens import parse_token
from gym.judge import CheckVerdict, Position
from gym.judge.playing import shared


def position_words(position: Position) -> str:
    """Where a game stands, in a sentence."""
    if position.broken is not None:
        return f"You broke it: {position.message or position.broken}"
    if position.over:
        return "It ended cleanly: every claim held."
    return f"Your move, number {position.taken + 1}: what happens next?"


def score_words(position: Position, simplest: CheckVerdict | None) -> str:
    """How a finished game compares with the best possible; `simplest` is what the judge found, None while it looks."""
    if not position.over:
        return ""
    yours = f"You switched away from the default order {_times(position.deviations)}."
    if simplest is None:
        return yours
    if simplest.token is None:
        return f"{yours} The judge breaks it in no schedule: {simplest.coverage}."
    best = parse_token(simplest.token).schedule
    if position.broken is not None:
        return f"{yours} The fewest switches that break it: {len(best)}."
    if not best:
        return f"{yours} The default order itself breaks it: take the first offer each time."
    return f"{shared(position.schedule, best)} of the {len(best)} switches of the simplest way to break it were yours."


def _times(number: int) -> str:
    return {0: "at no time", 1: "once", 2: "twice"}.get(number, f"{number} times")
