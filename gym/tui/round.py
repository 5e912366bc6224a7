"""One judgement as it comes in, check by check: what the watch screen shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict


@dataclass
class Round:
    """From "checking" to the word. `names` are the slugs of the kata's checks in their order."""

    names: Sequence[str]
    checks: dict[str, CheckVerdict] = field(default_factory=dict)
    word: KataVerdict | None = None
    under_way: str | None = None
    schedules: int = 0
    newest: CheckVerdict | None = None
    """The failing check to look at: the first with a table, until the learner turns to another."""
    problem: str | None = None
    """Why there is no word: a fault that is not the learner's."""
    turned: bool = False
    """Whether the learner chose what to look at."""
    quick: bool = False
    """Whether the quick pass has had its word."""

    @property
    def judging(self) -> bool:
        """Whether the word is still to come."""
        return self.word is None and self.problem is None

    @property
    def failing(self) -> list[CheckVerdict]:
        """The checks that failed so far and can be looked at, in the order in which they stand."""
        return [check for check in self.checks.values() if check.trace is not None and check.verdict.exit_status == 1]

    def take_provisional(self, verdict: KataVerdict) -> None:
        """The quick pass's word."""
        self.quick = True
        for check in verdict.checks:
            self.checks.setdefault(check.id, check)
        self._look_at_first()

    def take_progress(self, check_id: str, schedules: int) -> None:
        """How far the full pass of a check is."""
        self.under_way, self.schedules = check_id, schedules

    def take_check(self, check: CheckVerdict) -> None:
        """One check's final word."""
        self.checks[check.id] = check
        self._look_at_first()

    def take_word(self, verdict: KataVerdict) -> None:
        """The word on everything."""
        self.word, self.under_way = verdict, None
        self.checks = {check.id: check for check in verdict.checks}
        self.newest = self.checks.get(self.newest.id) if self.turned and self.newest is not None else None
        self._look_at_first()

    def turn(self, by: int) -> None:
        """Look at another failing check."""
        failing, self.turned = self.failing, True
        ids = [check.id for check in failing]
        if self.newest is not None and self.newest.id in ids:
            self.newest = failing[(ids.index(self.newest.id) + by) % len(failing)]

    def _look_at_first(self) -> None:
        if self.newest is None and self.failing:
            self.newest = self.failing[0]

    def sentence(self) -> str:
        """How it stands, in a line."""
        if self.problem is not None:
            return f"not judged: {self.problem}"
        if self.word is not None:
            failed = sum(check.verdict is not Verdict.ACCEPTED for check in self.word.checks)
            failures = f", {failed} of {len(self.word.checks)} checks failed" if failed else ""
            return f"{self.word.verdict}, {self.word.points} of {self.word.max_points} points{failures}"
        if not self.quick and not self.checks:
            return "checking ..."
        word = "some checks fail already" if self.failing else "nothing fails so far"
        far = f"; {self.schedules:,} schedules of {self.under_way.partition('#')[2]}" if self.under_way else ""
        return f"{word}; exploring further ...{far}"
