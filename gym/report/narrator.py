"""Tells of a judgement while it runs: a failing table as soon as there is one, then check by check."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from gym.curriculum import Kata
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.verdicts import check_lines, failing_check_lines, first_failing, kata_lines


class Narrator:
    """Writes what is found to `out` and what goes on to `talk`; one for each attempt.

    `folder` is put before the learner's file names.
    """

    def __init__(self, kata: Kata, out: Console, talk: Console, folder: str = "") -> None:
        self.kata = kata
        self.out = out
        self.talk = talk
        self.folder = folder
        self._shown: str | None = None

    def begin(self) -> None:
        """Say that work has begun; to be called before any is done."""
        self.talk.print(Text(f"checking {self.kata.id} ..."))

    def provisional(self, verdict: KataVerdict) -> None:
        """The quick pass's word, while the learner still looks."""
        failing = verdict.verdict.exit_status == 1
        word = "some checks fail already" if failing else "nothing fails so far"
        self.talk.print(Text(f"{word}; exploring further ..."))

    def check_done(self, check: CheckVerdict) -> None:
        """One check's final word; the first that fails is shown in full at once."""
        if check.verdict is not Verdict.ACCEPTED and self._shown is None:
            self._show_in_full(check)
        self._print(check_lines(check, self.out.width))

    def finish(self, verdict: KataVerdict) -> None:
        """The final word, after a failing check in full if none was shown and it says more than the word."""
        check = first_failing(verdict)
        if check is not None and self._shown is None and not verdict.message:
            self._show_in_full(check)
        self._print(["", *kata_lines(verdict, self.kata, self.out.width)])

    def replayed(self, check: CheckVerdict) -> None:
        """One schedule that was run again, in full whatever its word."""
        self._print(failing_check_lines(check, self.out.width, self.folder))

    def _show_in_full(self, check: CheckVerdict) -> None:
        self._shown = check.id
        self._print(["", *failing_check_lines(check, self.out.width, self.folder), ""])

    def _print(self, lines: Iterable[Text | str]) -> None:
        for line in lines:
            self.out.print(line, soft_wrap=True)
