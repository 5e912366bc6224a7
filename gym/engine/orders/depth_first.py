"""The latest choice is varied first: little waits at any time, and neighbours in time differ only at their ends."""

from __future__ import annotations

from gym.engine.orders.base import Order
from gym.engine.schedule import Node


class DepthFirst(Order):
    """The whole tree, depth first. A bound on the cost leaves out what costs more; it is not put off."""

    def __init__(self) -> None:
        self._waiting: list[Node] = []

    def add(self, node: Node) -> None:
        self._waiting.append(node)

    def take(self, max_cost: int | None) -> Node | None:
        while self._waiting:
            node = self._waiting.pop()
            if max_cost is None or node.cost <= max_cost:
                return node
        return None

    def trim(self, takes: int) -> None:
        """Little waits anyway."""

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def cheapest(self) -> int | None:
        return min((node.cost for node in self._waiting), default=None)
