"""Cheapest first, and of equal cost the one that waited longest: the first failure found is nearly the simplest."""

from __future__ import annotations

from collections import deque

from gym.engine.orders.base import Order
from gym.engine.schedule import Node


class ByCost(Order):
    """Deepening by cost: all schedules of cost 0, then 1, then 2."""

    def __init__(self) -> None:
        self._waiting: list[deque[Node]] = []

    def add(self, node: Node) -> None:
        while len(self._waiting) <= node.cost:
            self._waiting.append(deque())
        self._waiting[node.cost].append(node)

    def take(self, max_cost: int | None) -> Node | None:
        cost = self.cheapest
        if cost is None or (max_cost is not None and cost > max_cost):
            return None
        return self._waiting[cost].popleft()

    def __len__(self) -> int:
        return sum(map(len, self._waiting))

    @property
    def cheapest(self) -> int | None:
        return next((cost for cost, nodes in enumerate(self._waiting) if nodes), None)
