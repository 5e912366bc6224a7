"""Tells of a judgement while it runs: a failing table as soon as there is one, then check by check."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from gym.curriculum import Kata
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.status import StatusLine
from gym.report.verdicts import change_lines, check_lines, failing_check_lines, first_failing, kata_lines, part_lines


class Narration(ABC):
    """Writes what is found to `out` and what goes on to `talk`; one for each attempt.

    How a check, a failing check in full and the whole word look is told by what inherits from it.
    """

    noun = "checks"

    def __init__(self, out: Console, talk: Console) -> None:
        self.out = out
        self.talk = talk
        self.all_in_full = False
        self._status: StatusLine | None = StatusLine(talk)
        self._in_full: set[str] = set()
        """The ids of the checks that were shown with their table."""
        self._message: str | None = None
        """What was found in the last failed check."""

    @abstractmethod
    def title(self) -> str:
        """What is judged."""

    @abstractmethod
    def check(self, check: CheckVerdict, *, again: bool) -> Iterable[Text]:
        """One check's word; `again`: it went wrong as the one above did."""

    @abstractmethod
    def in_full(self, check: CheckVerdict) -> Iterable[Text]:
        """A check with its table."""

    @abstractmethod
    def word(self, verdict: KataVerdict) -> Iterable[Text]:
        """The word on everything."""

    def begin(self) -> None:
        """Say that work has begun; to be called before any is done."""
        self._say(f"checking {self.title()} ...")

    def provisional(self, verdict: KataVerdict) -> None:
        """The quick pass's word, while the learner still looks."""
        failing = verdict.verdict.exit_status == 1
        word = f"some {self.noun} fail already" if failing else "nothing fails so far"
        self._say(f"{word}; exploring further ...")

    def progress(self, check_id: str, schedules: int) -> None:
        """How far the full pass of a check is."""
        if self._status is not None:
            self._status.show(f"{schedules:,} schedules of {check_id.partition('#')[2]} so far")

    def check_done(self, check: CheckVerdict) -> None:
        """One check's final word; the first that fails is shown in full at once."""
        if check.verdict is not Verdict.ACCEPTED and (self.all_in_full or not self._in_full):
            self._show_in_full(check)
        again = check.message is not None and check.message == self._message
        self._message = check.message
        self._print(list(self.check(check, again=again)))

    def finish(self, verdict: KataVerdict) -> None:
        """The final word. Above it a failing check in full, if none was shown yet and it says more than the word."""
        check = first_failing(verdict)
        if check is not None and not self._in_full and not verdict.message:
            self._show_in_full(check)
        self._print(["", *self.word(verdict)])

    def unseen(self, verdict: KataVerdict) -> list[CheckVerdict]:
        """The failing checks whose table was not shown."""
        failing = (check for check in verdict.checks if check.verdict is not Verdict.ACCEPTED and check.trace is not None)
        return [check for check in failing if check.id not in self._in_full]

    def leave(self) -> None:
        """The judgement was left unfinished for something newer."""
        self._say("left unfinished.")

    def replayed(self, check: CheckVerdict) -> None:
        """One schedule that was run again, in full whatever its word."""
        self._print(list(self.in_full(check)))

    def _show_in_full(self, check: CheckVerdict) -> None:
        self._in_full.add(check.id)
        self._print(["", *self.in_full(check), ""])

    def _print(self, lines: Sequence[Text | str]) -> None:
        self._clear()
        for line in lines:
            self.out.print(line, soft_wrap=True)

    def _say(self, sentence: str) -> None:
        self._clear()
        self.talk.print(Text(sentence), soft_wrap=True)

    def _clear(self) -> None:
        if self._status is not None:
            self._status.clear()


class Narrator(Narration):
    """Tells of an attempt at a kata. `folder` is put before the learner's file names.

    `part_of` is how many checks the kata has, where only some of them are judged; `before` are the words of the attempt
    before by check id, so that it can be told what has changed.
    """

    def __init__(
        self,
        kata: Kata,
        out: Console,
        talk: Console,
        folder: str = "",
        *,
        all_in_full: bool = False,
        part_of: int | None = None,
        before: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(out, talk)
        self.all_in_full = all_in_full
        self.kata = kata
        self.folder = folder
        self._part_of = part_of
        self._before = before or {}

    def title(self) -> str:
        """See Narration."""
        return self.kata.id

    def check(self, check: CheckVerdict, *, again: bool) -> Iterable[Text]:
        """See Narration."""
        return check_lines(check, self.out.width, again=again)

    def in_full(self, check: CheckVerdict) -> Iterable[Text]:
        """See Narration."""
        return failing_check_lines(check, self.out.width, self.folder)

    def word(self, verdict: KataVerdict) -> Iterable[Text]:
        """See Narration."""
        if self._part_of is not None:
            return part_lines(verdict, self._part_of, self.out.width)
        word = kata_lines(verdict, self.kata, self.out.width)
        return (*word, *change_lines(self._before, verdict, self.out.width))
