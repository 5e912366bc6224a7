"""Tells of races on somebody's own code: no points, every failing table if that is wanted, and plain text for a reader."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from gym.judge.verdict import CheckVerdict, KataVerdict
from gym.report.narrator import Narration
from gym.report.plain import plain_check_lines
from gym.report.verdicts import check_lines, failing_check_lines, races_lines


class RaceNarrator(Narration):
    """`title` says what is judged on what, `replay` is the command that a token makes whole.

    With `plain` a table is told in sentences and no line is written over, which a screen reader can follow.
    """

    noun = "races"

    def __init__(
        self, title: str, out: Console, talk: Console, *, replay: str, all_in_full: bool = False, plain: bool = False
    ) -> None:
        super().__init__(out, talk)
        self.all_in_full = all_in_full
        self._title = title
        self._replay = replay
        self._plain = plain
        if plain:
            self._status = None

    def title(self) -> str:
        """See Narration."""
        return self._title

    def check(self, check: CheckVerdict, *, again: bool) -> Iterable[Text]:
        """See Narration."""
        return self._shown(check_lines(check, self.out.width, again=again, points=False))

    def in_full(self, check: CheckVerdict) -> Iterable[Text]:
        """See Narration."""
        if self._plain:
            return plain_check_lines(check, self._replay)
        return failing_check_lines(check, self.out.width, replay=self._replay)

    def word(self, verdict: KataVerdict) -> Iterable[Text]:
        """See Narration."""
        return self._shown(races_lines(verdict, self.out.width))

    def _shown(self, lines: Iterable[Text]) -> Iterable[Text]:
        return (Text(line.plain.strip()) for line in lines) if self._plain else lines
