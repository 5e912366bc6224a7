"""Both sides on one world, and in words where they differ."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from gym.judge.puppet import Puppet
from tests.completeness.brute_force import TooMany, all_outcomes
from tests.completeness.explored import explore
from tests.completeness.spec import Outcome, Small

_SHOWN = 3


@dataclass(frozen=True)
class Compared:
    """How many schedules each side found, and the difference: empty where the sides agree."""

    brute: int
    engine: int
    difference: str


def compare(world: Small, puppet: Puppet, most: int = 20_000) -> Compared | None:
    """Every schedule by both. None where there are more than `most`."""
    try:
        brute = all_outcomes(world, most)
    except TooMany:
        return None
    engine = explore(world, puppet, budget=max(4 * most, 1_000))
    lines = [] if engine.exhausted else [f"the engine did not exhaust it: {engine.words}"]
    if engine.outcomes != brute:
        lines += ["only by brute force:", *_shown(brute - engine.outcomes)]
        lines += ["only by the engine:", *_shown(engine.outcomes - brute)]
    return Compared(brute.total(), engine.outcomes.total(), "\n".join([*lines, repr(world), world.source]) if lines else "")


def _shown(outcomes: Counter[Outcome]) -> list[str]:
    return [f"  {count} x {outcome}" for outcome, count in outcomes.most_common(_SHOWN)]
