"""What is shown once a kata is accepted or given up: why, how others wrote it, what to say, and what is asked next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static, TabbedContent, TabPane

from gym.curriculum import Kata
from gym.curriculum.explanation import parts_of
from gym.judge.verdict import CheckVerdict, Verdict
from gym.report.side_by_side import side_by_side
from gym.report.text import fold
from gym.tui.panes import MarkdownPane, Pane
from gym.tui.practice import Practice

TABS = ("why", "diff", "designs", "say", "asked", "survived")


class DiffPane(Pane):
    """One's own version and the reference, side by side."""

    def __init__(self, pairs: Sequence[tuple[str, str, str]]) -> None:
        super().__init__("diff-pane")
        self._pairs = pairs

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        shown: list[Text] = []
        for name, mine, theirs in self._pairs:
            found = list(side_by_side(mine, theirs, width, (f"your {name}", f"the reference's {name}")))
            shown += found or [Text(f"Your {name} is the reference.")]
        return shown


class SurvivedPane(Pane):
    """How many schedules each check was held against."""

    def __init__(self, checks: Sequence[CheckVerdict]) -> None:
        super().__init__("survived-pane")
        self._checks = checks

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        held = [check for check in self._checks if check.verdict is Verdict.ACCEPTED]
        if not held:
            return [Text("Nothing of yours was accepted yet.")]
        total = sum(check.schedules for check in held)
        shown = [Text(f"Your version held in {total:,} schedules:", style="bold"), Text("")]
        for check in held:
            shown += [Text(line) for line in fold(check.title, width, 4)]
            shown += [Text(f"  {line}", style="dim") for line in fold(check.coverage, width - 2, 4)]
        return shown


class RevealScreen(Screen[None]):
    """Six pages in tabs. The questions come one at a time: first the question, then its answer."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(at + 1), f"turn('{tab}')", show=False) for at, tab in enumerate(TABS)),
        Binding("left", "next(-1)", "Page before", show=False, priority=True),
        Binding("right,tab", "next(1)", "Next page", key_display="right", priority=True),
        Binding("enter,space", "ask", "Answer, next question", key_display="enter", priority=True),
        Binding("escape,q", "dismiss", "Leave", key_display="q"),
    ]

    def __init__(self, practice: Practice, kata: Kata, checks: Sequence[CheckVerdict], tab: str = "why") -> None:
        super().__init__()
        self._first = tab
        self.practice = practice
        self.kata = kata
        self._checks = checks
        self._parts = parts_of(practice.explanation(kata))
        self._question = 0
        self._answered = False

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(f"{self.kata.id}: what happened, and why the fix holds", id="title", markup=False)
        with TabbedContent(id="reveal", initial=self._first):
            with TabPane("1 Why", id="why"):
                yield MarkdownPane("why-pane", self._parts.main)
            with TabPane("2 Yours beside it", id="diff"):
                yield DiffPane(self.practice.beside_reference(self.kata))
            with TabPane("3 Designs", id="designs"):
                yield MarkdownPane("designs-pane", self._designs())
            with TabPane("4 Say it", id="say"):
                yield MarkdownPane("say-pane", self._parts.say_it or "Nothing is written here yet.")
            with TabPane("5 Asked next", id="asked"):
                yield MarkdownPane("asked-pane", self._asked())
            with TabPane("6 Survived", id="survived"):
                yield SurvivedPane(self._checks)
        yield Footer(show_command_palette=False, compact=True)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to answer on one page only."""
        del parameters
        return self._tabs.active == "asked" if action == "ask" and self.is_mounted else True

    def on_tabbed_content_tab_activated(self) -> None:
        """The footer follows the page, and the keys that scroll scroll it."""
        self.refresh_bindings()
        self.query_one(f"#{self._tabs.active}-pane", Pane).focus()

    @property
    def _tabs(self) -> TabbedContent:
        return self.query_one(TabbedContent)

    def action_turn(self, tab: str) -> None:
        """To a page by its number."""
        self._tabs.active = tab

    def action_next(self, by: int) -> None:
        """To the page beside."""
        self._tabs.active = TABS[(TABS.index(self._tabs.active) + by) % len(TABS)]

    def action_ask(self) -> None:
        """The answer; then the next question, and from the last one on the first again."""
        if not self._parts.questions:
            return
        if self._answered:
            self._question = (self._question + 1) % len(self._parts.questions)
        self._answered = not self._answered
        self.query_one("#asked-pane", MarkdownPane).show(self._asked())

    def _asked(self) -> str:
        if not self._parts.questions:
            return "No question is written here yet."
        question, answer = self._parts.questions[self._question]
        place = f"*Question {self._question + 1} of {len(self._parts.questions)}*"
        below = answer if self._answered else "*Answer it aloud, then press ENTER.*"
        return f"{place}\n\n**{question}**\n\n{below}"

    def _designs(self) -> str:
        told = []
        for solution in self.kata.solutions:
            name = "The reference" if solution is self.kata.reference else solution.name.removeprefix("alternative_")
            told.append(f"## {name.replace('_', ' ')}\n\n{solution.trade_off}\n\n```python\n{self._code(solution.files)}```")
        return "\n\n".join(told)

    def _code(self, files: object) -> str:
        assert isinstance(files, dict)
        return "\n".join(path.read_text(encoding="utf-8") for name, path in files.items() if name in self.kata.files)
