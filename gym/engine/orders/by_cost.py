"""Cheapest first, and of equal cost the one that waited longest: the first failure found is nearly the simplest."""

from __future__ import annotations

from collections import Counter, deque

from gym.engine.orders.base import Order
from gym.engine.schedule import Node


class ByCost(Order):
    """Deepening by cost: all schedules of cost 0, then 1, then 2.

    What is trimmed off the end is only counted from then on, and so is what would come after it.
    """

    def __init__(self) -> None:
        self._waiting: list[deque[Node]] = []
        self._held = 0
        self._trimmed: Counter[int] = Counter()
        self._trimmed_from: int | None = None

    def add(self, node: Node) -> None:
        if self._trimmed_from is not None and node.cost >= self._trimmed_from:
            self._trimmed[node.cost] += 1
            return
        while len(self._waiting) <= node.cost:
            self._waiting.append(deque())
        self._waiting[node.cost].append(node)
        self._held += 1

    def take(self, max_cost: int | None) -> Node | None:
        cost = next((cost for cost, nodes in enumerate(self._waiting) if nodes), None)
        if cost is None or (max_cost is not None and cost > max_cost):
            return None
        self._held -= 1
        return self._waiting[cost].popleft()

    def trim(self, takes: int) -> None:
        while self._held > max(takes, 0):
            while not self._waiting[-1]:
                self._waiting.pop()
            self._waiting[-1].pop()
            self._held -= 1
            self._trimmed_from = len(self._waiting) - 1
            self._trimmed[self._trimmed_from] += 1

    def __len__(self) -> int:
        return self._held + self._trimmed.total()

    @property
    def cheapest(self) -> int | None:
        costs = [cost for cost, nodes in enumerate(self._waiting) if nodes]
        return min([*costs, *self._trimmed], default=None)
