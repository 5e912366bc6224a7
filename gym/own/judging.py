"""Judging a race file on somebody's own code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from gym.engine.trace import Place, Trace
from gym.judge import CheckDone, CheckVerdict, Judge, JudgeOptions, KataVerdict, Listener
from gym.judge.cores import cores
from gym.judge.crew import MOST_HELPERS
from gym.own.race_file import RaceFile
from gym.own.subject import OwnSubject

CPU_S = 10.0
"""What somebody's own code may compute between two steps: it may have many modules to import in every world."""


class OwnJudge:
    """A judge for one subject, with its processes; verdicts name files as they are seen from where the command was called.

    No further process is started for fewer races than there are cores.
    """

    def __init__(self, subject: OwnSubject, races: int) -> None:
        self._subject = subject
        helpers = max(0, min(len(cores()), MOST_HELPERS + 1, races) - 1)
        self._judge = Judge(subject.sandbox, helpers)

    def __enter__(self) -> OwnJudge:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """End its processes."""
        self._judge.close()

    def judge(self, races: RaceFile, options: JudgeOptions, listen: Listener | None = None) -> KataVerdict:
        """The verdict on the races that the options name, or on all. A fault of CPython's own counts, and is named."""
        options = replace(options, excuse=False, cpu_s=CPU_S)
        verdict = self._judge.judge(races, self._subject.attempt, options, self._telling(listen) if listen else None)
        message = None if verdict.message is None else self._subject.shown_in(verdict.message)
        return replace(verdict, checks=tuple(map(self._relocated, verdict.checks)), message=message)

    def replay(self, races: RaceFile, token: str) -> CheckVerdict:
        """Run one schedule again. Raises TokenError when the token is another file's, or does not fit the code."""
        return self._relocated(self._judge.replay(races, self._subject.attempt, token, CPU_S))

    def _telling(self, listen: Listener) -> Callable[..., None]:
        def tell(event: object) -> None:
            listen(CheckDone(self._relocated(event.check)) if isinstance(event, CheckDone) else event)  # type: ignore[arg-type]

        return tell

    def _relocated(self, check: CheckVerdict) -> CheckVerdict:
        message = None if check.message is None else self._subject.shown_in(check.message)
        trace = None if check.trace is None else relocated(check.trace, self._subject.shown)
        return replace(check, message=message, trace=trace)


def relocated(trace: Trace, shown: Mapping[str, str]) -> Trace:
    """The trace with its files' names replaced, where another is known."""

    def place(at: Place) -> Place:
        return replace(at, file=shown.get(at.file, at.file))

    steps = tuple(
        replace(step, waits={flow: place(at) for flow, at in step.waits.items()}) if step.waits else step
        for step in trace.steps
    )
    return replace(trace, steps=steps, place=place(trace.place) if trace.place is not None else None)
