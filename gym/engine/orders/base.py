"""The seam of all orders: schedules wait, and one of them is taken next."""

from __future__ import annotations

from abc import ABC, abstractmethod

from gym.engine.schedule import Node


class Order(ABC):
    """Holds the schedules that wait."""

    @abstractmethod
    def add(self, node: Node) -> None:
        """A schedule that waits from now on. Those of one execution come in order of their choices."""

    @abstractmethod
    def take(self, max_cost: int | None) -> Node | None:
        """The next one, of at most that cost; None when none is left."""

    @abstractmethod
    def trim(self, takes: int) -> None:
        """No more than so many will be taken: those that cannot be among them need only be counted."""

    @abstractmethod
    def __len__(self) -> int:
        """How many wait."""

    @property
    @abstractmethod
    def cheapest(self) -> int | None:
        """The lowest cost of those that wait, None when none do. All cheaper ones have been taken."""
