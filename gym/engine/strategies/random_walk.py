"""Choose at random from a seed, and keep the probability of the walk."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from gym.engine.schedule import Kind
from gym.engine.strategies.base import Strategy

_TIE = 0.25
_PAUSE = 0.15
_LONGEST_PAUSE = 6


class RandomWalk(Strategy):
    """Picks are uniform; ties and pauses are taken now and then, so that walks do not drown in them.

    The reciprocal of `probability` is an unbiased estimate of the number of schedules, averaged over walks (Knuth 1975,
    Estimating the efficiency of backtrack programs; ours weighs a walk by its own probabilities and not by equal ones).
    """

    def __init__(self, random: Random) -> None:
        super().__init__(first_recorded=1 << 60)
        self._random = random

    def choose(self, kind: Kind, options: Sequence[str], costs: Sequence[int]) -> int:
        ordinal = self._next()
        index = self._tie(len(options)) if kind == "tie" else self._uniform(len(options))
        self._note(ordinal, kind, options, costs, index)
        return index

    def _uniform(self, count: int) -> int:
        self.probability /= count
        return self._random.randrange(count)

    def _tie(self, count: int) -> int:
        if self._random.random() >= _TIE:
            self.probability *= 1 - _TIE
            return 0
        self.probability *= _TIE / (count - 1)
        return 1 + self._random.randrange(count - 1)

    def pause(self) -> int:
        self._pause_ordinal = self._next()
        if self._random.random() >= _PAUSE:
            return self._ask_pause(0)
        return self._ask_pause(1 + self._random.randrange(_LONGEST_PAUSE))

    def paused(self, cost: int) -> None:
        super().paused(cost)
        self.probability *= _PAUSE / _LONGEST_PAUSE

    def missed_pause(self) -> bool:
        return False

    def pauses(self, polls: Sequence[int], cost: int) -> None:
        """The walk wanted no pause, or one at a poll where none makes sense."""
        senseless = sum(poll not in polls for poll in range(1, _LONGEST_PAUSE + 1))
        self.probability *= 1 - _PAUSE + _PAUSE * senseless / _LONGEST_PAUSE
