"""Explore the schedules of one race in order of cost, and keep count of what was covered.

Every schedule is the default one with some deviations; the children of a schedule deviate once more, later. So each is
reached exactly once, and the first failure found is nearly the simplest. Where the tree is too large for the budget,
the cheap schedules are followed by random walks with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gym.engine.coverage import Coverage
from gym.engine.orders import ByCost, Order
from gym.engine.schedule import Execution, Node
from gym.engine.strategies import Directed, RandomWalk, Strategy

Runner = Callable[[Strategy], Execution]

PROBES = 24
"""Random walks that estimate the size of a tree before it is called too large."""

PROBE_AFTER = 400
"""Runs in order of cost before the size is estimated at all: small trees are simply exhausted."""

RANDOM_SHARE = 0.3
"""The share of a budget that is kept for random walks when the tree is too large for it."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a tree to explore: `budget` counts executions."""

    budget: int = 20_000
    seed: int = 7


class Exploration:
    """The search through one race's schedules. `advance` may be called again and again; it stops at a failure.

    `order` tells which schedule is next, cheapest first by default. A tree too large for the budget ends in random walks.
    """

    def __init__(self, run: Runner, limits: Limits, order: Order | None = None) -> None:
        self._run = run
        self._limits = limits
        self._waiting = ByCost() if order is None else order
        self._random = Random(limits.seed)
        self._begun = False
        self._options: dict[str, str] = {}
        """Each option once: very many schedules that wait share few of them."""
        self._ordered_budget = limits.budget
        self._estimates: list[float] = []
        self.runs = 0
        self.schedules = 0
        self.by_cost: list[int] = []
        self.walks = 0
        self.seen: set[int] = set()
        self.failing: Execution | None = None

    @property
    def exhausted(self) -> bool:
        """Whether the whole tree was executed."""
        return self._begun and self.failing is None and not self.walks and not len(self._waiting)

    @property
    def finished(self) -> bool:
        return self.failing is not None or self.exhausted or self.runs >= self._limits.budget

    def coverage(self) -> Coverage:
        """What was covered so far, in numbers."""
        # Few walks may guess far too low: there are at least those executed in order and those that wait.
        known = sum(self.by_cost) + len(self._waiting)
        estimate = max(sum(self._estimates) / len(self._estimates), known) if self._estimates else None
        return Coverage(
            tuple(self.by_cost),
            self.walks,
            self.exhausted,
            self.failing is not None,
            self._waiting.cheapest,
            estimate,
            self._limits.seed,
        )

    def begin(self, default: Execution) -> None:
        """Take in an execution of the default schedule that was run already."""
        self._begun = True
        self._take_in(None, self._count(default))

    def advance(self, runs: int, max_cost: int | None = None) -> None:
        """Execute up to so many further schedules (of at most that cost); stop at the first failure."""
        end = min(self.runs + runs, self._limits.budget)
        while self.runs < end and not self.finished:
            if not self._step(max_cost):
                return

    def _step(self, max_cost: int | None) -> bool:
        if not self._begun:
            self.begin(self._run(Directed(())))
        elif max_cost is None and self.runs >= self._ordered_budget:
            self._walk()
        elif max_cost is None and self.runs >= PROBE_AFTER and not self._estimates and self._large():
            self._probe()
        else:
            node = self._waiting.take(max_cost)
            if node is None:
                return False
            self._execute(node)
        return True

    def _large(self) -> bool:
        # Known to be small: what waits is less than what the budget still holds, and children get fewer.
        return len(self._waiting) * 2 > self._limits.budget - self.runs or self.runs >= 4 * PROBE_AFTER

    def _execute(self, node: Node) -> None:
        self._take_in(node, self._count(self._run(Directed(node.schedule(), known=node.known))))

    def _take_in(self, node: Node | None, execution: Execution) -> None:
        if execution.void:
            return
        cost = node.cost if node is not None else 0
        while len(self.by_cost) <= cost:
            self.by_cost.append(0)
        self.by_cost[cost] += 1
        if self.failing is None:
            self._expand(node, cost, execution)
            self._waiting.trim(self._ordered_budget - self.runs)

    def _expand(self, parent: Node | None, cost: int, execution: Execution) -> None:
        add, same = self._waiting.add, self._options.setdefault
        for point in execution.points:
            ordinal, known = point.ordinal, point.known
            for option, extra in zip(point.options[1:], point.costs[1:], strict=True):
                add(Node(parent, ordinal, same(option, option), cost + extra, known))

    def _count(self, execution: Execution) -> Execution:
        self.runs += 1
        if not execution.void:
            self.schedules += 1
        if execution.failure is not None:
            self.failing = execution
        return execution

    def _probe(self) -> None:
        for _ in range(PROBES):
            if self.failing is None:
                self._walk_once()
        budget = self._limits.budget
        mean = sum(self._estimates) / len(self._estimates)
        if mean > budget:
            self._ordered_budget = int(budget * (1 - RANDOM_SHARE))

    def _walk(self) -> None:
        self.walks += 1
        self._walk_once()

    def _walk_once(self) -> None:
        execution = self._count(self._run(RandomWalk(self._random)))
        self._estimates.append(1 / max(execution.probability, 1e-30))
