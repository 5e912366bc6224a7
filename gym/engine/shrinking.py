"""Make a failing schedule smaller while it fails by the same claim.

A schedule is smaller when it costs less, then when it has fewer deviations, then when its execution is shorter, then
when its deviations come later. Every accepted step is the schedule as it was really taken, so the answer replays.
"""

from __future__ import annotations

from collections.abc import Iterator

from gym.engine.exploration import Runner
from gym.engine.schedule import Execution, Schedule
from gym.engine.strategies import Directed

MAX_RUNS = 200
_FAULTS = frozenset("xyflkn")


class Shrinker:
    """Shrinks one failing execution. `runs` tells what it took; it stops after MAX_RUNS."""

    def __init__(self, run: Runner, failing: Execution) -> None:
        assert failing.failure is not None
        self._run = run
        self._claim = failing.failure.claim
        self.best = failing
        self.runs = 0
        self._tried = {failing.schedule}

    def shrink(self) -> Execution:
        """Drop one deviation, or a pair, as long as that makes the best smaller."""
        progress = True
        while progress and self.runs < MAX_RUNS:
            progress = any(self._improves(candidate) for candidate in self._candidates(self.best.schedule))
        return self.best

    def _candidates(self, schedule: Schedule) -> Iterator[Schedule]:
        """Cut the tail; drop faults and cancellations; then single deviations; then pairs."""
        for keep in range(len(schedule)):
            yield schedule[:keep]
        order = sorted(range(len(schedule)), key=lambda i: schedule[i].option[0] not in _FAULTS)
        for i in order:
            yield schedule[:i] + schedule[i + 1 :]
        for i in range(len(schedule)):
            for j in range(i + 1, len(schedule)):
                yield schedule[:i] + schedule[i + 1 : j] + schedule[j + 1 :]

    def _improves(self, candidate: Schedule) -> bool:
        if self.runs >= MAX_RUNS or candidate in self._tried:
            return False
        self._tried.add(candidate)
        self.runs += 1
        execution = self._run(Directed(candidate, lenient=True))
        failure = execution.failure
        if failure is None or failure.claim != self._claim or execution.void:
            return False
        if _size(execution) >= _size(self.best):
            return False
        self.best = execution
        return True


def _size(execution: Execution) -> tuple[int, int, int]:
    return (execution.cost, len(execution.schedule), execution.length)
