"""Follow a schedule; choose the default wherever it says nothing."""

from __future__ import annotations

from collections.abc import Sequence

from gym.engine.schedule import Kind, Known, Schedule
from gym.engine.strategies.base import Divergence, Strategy


class Directed(Strategy):
    """Takes the deviations of one schedule, everything else by default.

    Strict: a deviation that is not possible raises Divergence. Lenient: it is left out, so that a stored schedule
    outlives an edit. Only choices after the last deviation are recorded: those before belong to other schedules.
    """

    def __init__(self, schedule: Schedule, *, lenient: bool = False, record_all: bool = False, known: Known = None) -> None:
        last = schedule[-1].ordinal if schedule and not record_all else -1
        super().__init__(last + 1, known)
        self._last = schedule[-1].ordinal if schedule else 0
        self._schedule = schedule
        self._wanted = dict(schedule)
        self._lenient = lenient
        self._record_all = record_all

    def anew(self, known: Known) -> Directed:
        return Directed(self._schedule, lenient=self._lenient, record_all=self._record_all, known=known)

    def _next(self) -> int:
        self._ordinal = ordinal = self._ordinal + 1
        if ordinal >= self._last:
            self.settled = True
        return ordinal

    def choose(self, kind: Kind, options: Sequence[str], costs: Sequence[int]) -> int:
        ordinal = self._next()
        wanted = self._wanted.get(ordinal)
        index = 0
        if wanted is not None:
            if wanted in options:
                index = options.index(wanted)
            elif not self._lenient:
                raise Divergence(ordinal, wanted, options)
        self._note(ordinal, kind, options, costs, index)
        return index

    def pause(self) -> int:
        ordinal = self._pause_ordinal = self._next()
        wanted = self._wanted.get(ordinal)
        if wanted is None:
            return self._ask_pause(0)
        if wanted[0] == "e" and wanted[1:].isdigit():
            return self._ask_pause(int(wanted[1:]))
        if not self._lenient:
            raise Divergence(ordinal, wanted, ["a pause"])
        return self._ask_pause(0)

    def missed_pause(self) -> bool:
        return not self._lenient
