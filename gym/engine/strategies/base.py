"""The seam of all strategies, and the record that each keeps of the choices it met."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from gym.engine.schedule import Deviation, Kind, Known, Point, Schedule
from gym.errors import GymError


class Divergence(GymError):
    """A schedule cannot be followed: the wanted option is not there."""

    def __init__(self, ordinal: int, wanted: str, available: Sequence[str]) -> None:
        super().__init__(
            f"at choice {ordinal} the event {wanted} is not possible; possible: {', '.join(available) or 'none'}"
        )
        self.ordinal = ordinal
        self.wanted = wanted
        self.available = tuple(available)


class Strategy(ABC):
    """Asked by an execution at every choice; numbers the choices and keeps those that had alternatives.

    `known` is what is known of the execution before it begins. A runner that can tell more sets `moment`, which is asked
    at every choice that is recorded. `settled` tells that only defaults will be chosen from now on.
    """

    def __init__(self, first_recorded: int = 0, known: Known = None) -> None:
        self.known = known
        self.moment: Callable[[], Known] | None = None
        self.settled = False
        self._first_recorded = first_recorded
        self._ordinal = -1
        self._pause_ordinal = -1
        self._pause_moment: Known = None
        self._wanted_pause = 0
        self.points: list[Point] = []
        self.taken: list[Deviation] = []
        self.cost = 0
        self.probability = 1.0

    @abstractmethod
    def choose(self, kind: Kind, options: Sequence[str], costs: Sequence[int]) -> int:
        """The index of the option to take. Asked only where there are two or more; 0 is the default."""

    @abstractmethod
    def pause(self) -> int:
        """Before events are delivered: at which poll after it to pause, 0 for none."""

    def anew(self, known: Known) -> Strategy:
        """The same strategy from its beginning. Only what is given something known needs it."""
        raise NotImplementedError

    def schedule(self) -> Schedule:
        """The choices so far that were not the default."""
        return tuple(self.taken)

    def _next(self) -> int:
        self._ordinal += 1
        return self._ordinal

    def _note(self, ordinal: int, kind: Kind, options: Sequence[str], costs: Sequence[int], index: int) -> None:
        if index:
            self.taken.append(Deviation(ordinal, options[index]))
            self.cost += costs[index]
        if ordinal >= self._first_recorded:
            self.points.append(Point(ordinal, kind, tuple(options), tuple(costs), self.moment and self.moment()))

    def paused(self, cost: int) -> None:
        """The pause was reached, and some event can happen there."""
        self.taken.append(Deviation(self._pause_ordinal, pause_option(self._wanted_pause)))
        self.cost += cost

    def missed_pause(self) -> bool:
        """The pause was not reached, or nothing can happen there. True: this execution is no schedule of its own."""
        return True

    def _ask_pause(self, poll: int) -> int:
        self._wanted_pause = poll
        self._pause_moment = self.moment and self.moment()
        return poll

    def pauses(self, polls: Sequence[int], cost: int) -> None:
        """Idle was reached: at which polls before it a pause would have made sense, and what it would cost."""
        ordinal = self._pause_ordinal
        if polls and ordinal >= self._first_recorded:
            options = ("idle", *map(pause_option, polls))
            self.points.append(Point(ordinal, "pause", options, (0, *[cost] * len(polls)), self._pause_moment))


def pause_option(poll: int) -> str:
    """`e3`: an early event at the third poll."""
    return f"e{poll}"
