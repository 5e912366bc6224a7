"""Let somebody choose: play, one decision after another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gym.engine.schedule import Kind, Schedule
from gym.engine.strategies.directed import Directed
from gym.errors import GymError

Ask = Callable[[Kind, Sequence[str]], int]
"""Asked with what may be chosen; gives the index. Asked for a "pause" there is nothing to choose from: it gives the poll,
counted from 1, at which to pause after the next delivery, or 0 for none."""


class YourMove(GymError):
    """Raised by who is asked and has not decided yet: the execution stays where it is, before that choice."""

    def __init__(self, options: Sequence[str]) -> None:
        super().__init__("it is your move")
        self.options = tuple(options)


class ByHand(Directed):
    """Follows a schedule to its last deviation, then asks at every choice. An empty schedule asks from the start.

    A move is taken back by beginning anew with the schedule so far, less its last deviation. `ask` may raise YourMove.
    """

    def __init__(self, ask: Ask, so_far: Schedule = ()) -> None:
        super().__init__(so_far, record_all=True)
        self._ask = ask
        self._own_from = so_far[-1].ordinal + 1 if so_far else 0

    def _next(self) -> int:
        self._ordinal += 1  # never settled: anything may be chosen to the end
        return self._ordinal

    def choose(self, kind: Kind, options: Sequence[str], costs: Sequence[int]) -> int:
        if self._ordinal + 1 < self._own_from:
            return super().choose(kind, options, costs)
        ordinal = self._next()
        index = self._ask(kind, options)
        if not 0 <= index < len(options):
            raise IndexError(f"there are {len(options)} options, not {index + 1}")
        self._note(ordinal, kind, options, costs, index)
        return index

    def pause(self) -> int:
        if self._ordinal + 1 < self._own_from:
            return super().pause()
        self._pause_ordinal = self._next()
        return self._ask_pause(max(0, self._ask("pause", ())))

    def missed_pause(self) -> bool:
        """A pause by hand that was not reached is no pause: the execution goes on."""
        return self._pause_ordinal < self._own_from
