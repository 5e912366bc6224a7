"""The one place where what a learner uses meets the judge."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from gym.curriculum import Kata
from gym.judge import Attempt, CheckDone, JudgeOptions, Progress, Provisional
from gym.judge import Judge as SubjectJudge
from gym.judge.races import load_races
from gym.judge.verdict import CheckVerdict, KataVerdict


class Listener(Protocol):
    """Who is told of a judgement while it runs."""

    def provisional(self, verdict: KataVerdict) -> None:
        """The quick pass's word."""

    def progress(self, check_id: str, schedules: int) -> None:
        """How far the full pass of a check is."""

    def check_done(self, check: CheckVerdict) -> None:
        """One check's final word."""


class Judge(Protocol):
    """Who judges. Files that cannot be read are a verdict too: crashed."""

    def judge(
        self,
        kata: Kata,
        attempt: Attempt,
        tokens: Mapping[str, Sequence[str]],
        listener: Listener | None,
        only: Sequence[str] = (),
    ) -> KataVerdict:
        """Judge the attempt; failing schedules known from before (`tokens`, by check id) are tried first.

        With `only`, by the checks of these names and no others.
        """

    def checks(self, kata: Kata) -> Sequence[str]:
        """The names of a kata's checks, in their order. Raises ContentError."""

    def replay(self, kata: Kata, attempt: Attempt, token: str) -> CheckVerdict:
        """Run one schedule again. Raises TokenError when it cannot be followed."""

    def close(self) -> None:
        """Let go of what is kept warm; the next judgement starts anew."""


class RealJudge:
    """The gym's own judge, whose subject processes stay warm between judgements."""

    def __init__(self) -> None:
        self._warm: SubjectJudge | None = None

    def judge(
        self,
        kata: Kata,
        attempt: Attempt,
        tokens: Mapping[str, Sequence[str]],
        listener: Listener | None,
        only: Sequence[str] = (),
    ) -> KataVerdict:
        """See Judge."""
        listen = telling(listener) if listener is not None else None
        options = JudgeOptions(stored_tokens=tokens, only=tuple(only))
        return self._subject_judge().judge(kata, attempt, options, listen)

    def checks(self, kata: Kata) -> Sequence[str]:
        """See Judge."""
        return [race.name for race in load_races(kata.races)]

    def replay(self, kata: Kata, attempt: Attempt, token: str) -> CheckVerdict:
        """See Judge."""
        return self._subject_judge().replay(kata, attempt, token)

    def close(self) -> None:
        """See Judge."""
        if self._warm is not None:
            self._warm.close()
            self._warm = None

    def _subject_judge(self) -> SubjectJudge:
        if self._warm is None:
            self._warm = SubjectJudge()
        return self._warm


def telling(listener: Listener) -> Callable[[object], None]:
    """A function that hands the judge's events on, each to its method."""

    def listen(event: object) -> None:
        match event:
            case Provisional(verdict):
                listener.provisional(verdict)
            case Progress(check_id, schedules):
                listener.progress(check_id, schedules)
            case CheckDone(check):
                listener.check_done(check)
            case _:
                pass

    return listen
