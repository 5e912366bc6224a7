"""The one place where commands meet the judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from gym.curriculum import Kata

if TYPE_CHECKING:
    from gym.judge import Attempt
    from gym.judge.verdict import CheckVerdict, KataVerdict


class Listener(Protocol):
    """Who is told of a judgement while it runs."""

    def provisional(self, verdict: KataVerdict) -> None:
        """The quick pass's word."""

    def check_done(self, check: CheckVerdict) -> None:
        """One check's final word."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be judged: a kata's folder, or one file in place of its entry module."""

    folder: Path | None = None
    file: Path | None = None


class Judge(Protocol):
    """Who judges. Raises SubjectError when the files cannot be read."""

    def judge(
        self, kata: Kata, work: Work, tokens: Mapping[str, Sequence[str]], listener: Listener | None
    ) -> KataVerdict:
        """Judge the work; failing schedules known from before (`tokens`, by check id) are tried first."""

    def replay(self, kata: Kata, work: Work, token: str) -> CheckVerdict:
        """Run one schedule again. Raises TokenError when it cannot be followed."""


class RealJudge:
    """The gym's own judge. Loading it is left to the first judgement: `gym list` must not wait for it."""

    def judge(
        self, kata: Kata, work: Work, tokens: Mapping[str, Sequence[str]], listener: Listener | None
    ) -> KataVerdict:
        """See Judge."""
        from gym.judge import CheckDone, JudgeOptions, Provisional, judge_attempt

        def listen(event: object) -> None:
            match event:
                case Provisional(verdict) if listener is not None:
                    listener.provisional(verdict)
                case CheckDone(check) if listener is not None:
                    listener.check_done(check)
                case _:
                    pass

        options = JudgeOptions(stored_tokens={check: list(known) for check, known in tokens.items()})
        return judge_attempt(kata, _attempt(kata, work), options, listen)

    def replay(self, kata: Kata, work: Work, token: str) -> CheckVerdict:
        """See Judge."""
        from gym.judge import replay_token

        return replay_token(kata, _attempt(kata, work), token)


def _attempt(kata: Kata, work: Work) -> Attempt:
    from gym.judge import Attempt

    if work.file is not None:
        return Attempt.from_file(kata, work.file)
    assert work.folder is not None
    return Attempt.from_folder(work.folder)
