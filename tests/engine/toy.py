"""A toy world for the engine: flows of so many steps each, no subject, no judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gym.engine.schedule import Execution, Failure
from gym.engine.strategies import Strategy

Breaks = Callable[[list[str]], bool]


@dataclass
class Toy:
    """Runs `flows` of that many steps; `breaks(order)` tells whether an order of steps fails.

    With `ties` two steps may share a poll, written `a+b`; with `polls` each step is followed by so many polls at which
    the next may come early, written `a!2`.
    """

    flows: tuple[int, ...]
    breaks: Breaks = lambda order: False
    ties: bool = False
    polls: int = 0
    runs: int = 0
    orders: list[str] = field(default_factory=list)

    def run(self, strategy: Strategy) -> Execution:
        self.runs += 1
        left = list(self.flows)
        order: list[str] = []
        early = ""
        while any(left):
            first = self._pick(strategy, left, "pick")
            left[first] -= 1
            word = f"{'abcdef'[first]}"
            if self.ties and any(left):
                second = self._tie(strategy, left)
                if second is not None:
                    left[second] -= 1
                    word += f"+{'abcdef'[second]}"
            order.append(early + word)
            early = self._pause(strategy, left)
        self.orders.append(" ".join(order))
        failure = Failure("rejected", "broken", "broken") if self.breaks(order) else None
        return Execution(
            strategy.schedule(), tuple(strategy.points), strategy.cost, len(order), failure, False, strategy.probability
        )

    def _pick(self, strategy: Strategy, left: list[int], kind: str) -> int:
        able = [index for index, steps in enumerate(left) if steps]
        if len(able) == 1:
            return able[0]
        chosen = strategy.choose("pick", ["abcdef"[index] for index in able], [0] + [1] * (len(able) - 1))
        return able[chosen]

    def _tie(self, strategy: Strategy, left: list[int]) -> int | None:
        able = [index for index, steps in enumerate(left) if steps]
        names = ["|", *["abcdef"[index] for index in able]]
        chosen = strategy.choose("tie", names, [0, 1] + [2] * (len(able) - 1))
        return None if chosen == 0 else able[chosen - 1]

    def _pause(self, strategy: Strategy, left: list[int]) -> str:
        if not self.polls:
            return ""
        pause = strategy.pause()
        if 0 < pause <= self.polls and any(left):
            strategy.paused(1)
            return f"{pause}!"
        strategy.pauses(range(1, self.polls + 1) if any(left) else [], 1)
        return ""
