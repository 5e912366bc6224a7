"""A judge that says what it was told to say, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gym.curriculum import Kata
from gym.engine.tokens import Token
from gym.judge import Attempt
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.practice.judging import Listener
from tests.support.traces import overspend

TOKEN = str(Token("07-counter#both-count", 11, 0, ()))


def passing(check: str = "both-count", kata: str = "07-counter") -> CheckVerdict:
    """An accepted check worth two points."""
    return CheckVerdict(
        f"{kata}#{check}",
        "two clicks count twice",
        "lost-update",
        Verdict.ACCEPTED,
        2,
        2,
        6,
        "all 6 schedules (L0)",
    )


def failing(check: str = "both-count", kata: str = "07-counter", **more: object) -> CheckVerdict:
    """The same check, rejected with a table."""
    rejected = replace(
        passing(check, kata),
        verdict=Verdict.REJECTED,
        points=0,
        schedules=3,
        coverage="3 schedules to the first failure",
        token=TOKEN,
        message="expected a total of 2, found 1",
        claim="total is 2",
        trace=overspend(),
    )
    return replace(rejected, **more)  # type: ignore[arg-type]


def kata_verdict(*checks: CheckVerdict, near_miss: str | None = None, kata: str = "07-counter") -> KataVerdict:
    """The sum of the checks: their points, and the worst word among them."""
    worst = max((check.verdict for check in checks), key=lambda word: word.exit_status)
    return KataVerdict(
        kata,
        worst,
        sum(check.points for check in checks),
        sum(check.max_points for check in checks),
        near_miss,
        checks,
        timings={"total_ms": 12.5},
    )


@dataclass
class FakeJudge:
    """Gives `verdicts` one after another, the last for ever; an exception among them is raised."""

    verdicts: list[KataVerdict | Exception]
    asked: list[tuple[str, Attempt, Mapping[str, Sequence[str]]]] = field(default_factory=list)
    only: list[tuple[str, ...]] = field(default_factory=list)
    replays: list[str] = field(default_factory=list)

    def judge(
        self,
        kata: Kata,
        attempt: Attempt,
        tokens: Mapping[str, Sequence[str]],
        listener: Listener | None,
        only: Sequence[str] = (),
    ) -> KataVerdict:
        """See Judge; what is said does not depend on `only`."""
        self.asked.append((kata.id, attempt, tokens))
        self.only.append(tuple(only))
        verdict = self.verdicts.pop(0) if len(self.verdicts) > 1 else self.verdicts[0]
        if isinstance(verdict, Exception):
            raise verdict
        if listener is not None:
            listener.provisional(replace(verdict, provisional=True))
            for check in verdict.checks:
                listener.check_done(check)
        return verdict

    def checks(self, kata: Kata) -> Sequence[str]:
        """See Judge."""
        return ("first", "both-count", "other")

    def close(self) -> None:
        """See Judge."""

    def replay(self, kata: Kata, attempt: Attempt, token: str) -> CheckVerdict:
        """See Judge."""
        self.replays.append(token)
        verdict = self.verdicts[0]
        if isinstance(verdict, Exception):
            raise verdict
        return verdict.checks[0]
