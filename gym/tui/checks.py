"""The checks of a round, each with its word as it comes in."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from gym.curriculum import Kata
from gym.practice.visible import VisibleResult
from gym.report.text import fold, shorten_end
from gym.report.verdicts import change_lines, check_lines, near_miss_lines
from gym.tui.panes import Pane
from gym.tui.round import Round


class ChecksPane(Pane):
    """The checks, each with its word, and what the word on everything says beside."""

    def __init__(self, kata: Kata) -> None:
        super().__init__("checks-pane")
        self._kata = kata
        self._round = Round(())
        self._before: dict[str, str] = {}
        self._visible: VisibleResult | None = None

    def show(self, judged: Round, before: dict[str, str], visible: VisibleResult | None) -> None:
        """Show a round; `before` has each check's word in the attempt before."""
        self._round, self._before, self._visible = judged, before, visible
        self.redraw()

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        shown: list[Text] = []
        word = self._round.word
        if word is not None:
            miss = self._kata.near_miss(word.near_miss)
            beside = [*change_lines(self._before, word, width), *(near_miss_lines(miss, width) if miss else ())]
            shown += [*beside, Text("")] if beside else []
        if self._visible is not None:
            style = "" if self._visible.passed else "bold yellow"
            told = f"your visible tests: {self._visible.counted}"
            shown += [*(Text(line, style=style) for line in fold(told, width, 4)), Text("")]
        for name in self._round.names:
            check = self._round.checks.get(f"{self._kata.id}#{name}")
            if check is None or check.provisional:
                shown.append(Text(shorten_end(f"  ...       {name}", width), style="dim"))
            else:
                shown += check_lines(check, width)
        return shown
