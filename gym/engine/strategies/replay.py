"""Follow a schedule to the letter: what a token names is run, or it is said where that fails."""

from __future__ import annotations

from gym.engine.schedule import Deviation, Schedule
from gym.engine.strategies.directed import Directed


class Replay(Directed):
    """A strict `Directed` that also knows whether the execution was over before one of its deviations."""

    def __init__(self, schedule: Schedule) -> None:
        super().__init__(schedule, record_all=True)

    def unmet(self) -> Deviation | None:
        """The first deviation whose choice never came: the execution was over before it."""
        return next((deviation for deviation in self._schedule if deviation.ordinal > self._ordinal), None)
