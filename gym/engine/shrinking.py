"""Make a failing schedule smaller while it fails by the same claim.

A schedule is smaller when it costs less, then when it has fewer deviations, then when its execution is shorter, then
when its deviations come later. Every accepted step is the schedule as it was really taken, so the answer replays.

First what can be left out of the failing one is left out; then, as far as runs are left, every cheaper schedule is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gym.engine.exploration import Exploration, Limits, Runner
from gym.engine.schedule import Execution, Schedule
from gym.engine.strategies import Directed, Strategy

MAX_RUNS = 200
_FAULTS = frozenset("xyflkn")


class Shrinker:
    """Shrinks one failing execution. `runs` tells what it took; it stops after MAX_RUNS.

    `nothing_below` tells that all cheaper schedules are known to pass.
    """

    def __init__(self, run: Runner, failing: Execution, *, nothing_below: bool = False) -> None:
        assert failing.failure is not None
        self._run = run
        self._claim = failing.failure.claim
        self.best = failing
        self.runs = 0
        self._nothing_below = nothing_below
        self._tried = {failing.schedule}

    def shrink(self) -> Execution:
        """Drop one deviation, or a pair, as long as that makes the best smaller; then look below it."""
        progress = True
        while progress and self.runs < MAX_RUNS:
            progress = any(self._improves(candidate) for candidate in self._candidates(self.best.schedule))
        self._try_all_below()
        return self.best

    def _try_all_below(self) -> None:
        """Whatever costs less, cheapest first. Leaving out finds no schedule that fails in a way of its own."""
        if self.best.cost > 1 and self.runs < MAX_RUNS and not self._nothing_below:
            search = Exploration(self._run_below, Limits(MAX_RUNS - self.runs))
            search.advance(MAX_RUNS, max_cost=self.best.cost - 1)
            if search.failing is not None:
                self.best = search.failing

    def _run_below(self, strategy: Strategy) -> Execution:
        self.runs += 1
        execution = self._run(strategy)
        failure = execution.failure
        return execution if failure is None or failure.claim == self._claim else replace(execution, failure=None)

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
