"""A mock interview: an unseen ticket, four stages against the clock, and a scorecard."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from gym.curriculum import Kata
from gym.lessons.spotting import has_spot
from gym.progress.interviews import Interview

STAGES = ("spot", "prove", "fix", "say")
SHARES: Mapping[str, int] = {"spot": 15, "prove": 25, "fix": 45, "say": 15}
"""Of the time, by stage; a stage that a kata does not have leaves its share to the others."""
WEIGHTS: Mapping[str, int] = {"spot": 20, "prove": 20, "fix": 40, "say": 20}
"""Of the score, by stage."""
PRICE_OF_A_HINT = 0.1
"""Of the score of the stage in which it is paid for: the fix."""
FEWEST_MINUTES = 5


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage; `until` is the moment after which nothing counts for it any more."""

    name: str
    until: datetime


def stages_of(kata: Kata) -> tuple[str, ...]:
    """The stages that this kata can have."""
    there = {"spot": has_spot(kata), "prove": kata.promise is not None}
    return tuple(stage for stage in STAGES if there.get(stage, True))


def timetable(interview: Interview, kata: Kata) -> tuple[Stage, ...]:
    """When each stage ends at the latest: whoever is done early has more time for the next."""
    names = stages_of(kata)
    whole, gone = sum(SHARES[name] for name in names), 0
    began = datetime.fromisoformat(interview.started_at)
    found = []
    for name in names:
        gone += SHARES[name]
        found.append(Stage(name, began + timedelta(minutes=interview.minutes) * gone / whole))
    return tuple(found)


def stage_at_hand(interview: Interview, kata: Kata) -> Stage | None:
    """The first stage that is not over; None once all are."""
    return next((stage for stage in timetable(interview, kata) if stage.name not in interview.results), None)


def note_score(interview: Interview, stage: Stage, score: float, now: datetime) -> bool:
    """Take a score into account if it came in time; says whether it did."""
    if now > stage.until:
        return False
    interview.best[stage.name] = max(score, interview.best.get(stage.name, 0.0))
    return True


def end_stage(interview: Interview, stage: Stage) -> float:
    """Close a stage with the best score that it had, less what was paid for hints."""
    score = interview.best.pop(stage.name, 0.0)
    if stage.name == "fix":
        score = max(score - PRICE_OF_A_HINT * interview.hints, 0.0)
    interview.results[stage.name] = round(score, 3)
    return interview.results[stage.name]


def total_score(results: Mapping[str, float]) -> float:
    """The score of a whole interview, from 0 to 1."""
    weight = sum(WEIGHTS[stage] for stage in results)
    return round(sum(WEIGHTS[stage] * score for stage, score in results.items()) / weight, 3) if weight else 0.0


def choose_kata(katas: Sequence[Kata], seen: Collection[str], seed: int, *, seed_alone: bool) -> Kata:
    """An unseen kata, by the seed; any, where all were seen. Parts of ladders are not asked for.

    With `seed_alone` what was seen makes no difference: two people with one seed get the same ticket.
    """
    whole = [kata for kata in katas if "/" not in kata.id]
    unseen = [kata for kata in whole if kata.id not in seen]
    pool = whole if seed_alone or not unseen else unseen
    return random.Random(seed).choice(pool)
