"""Screens of text, and a question with two answers."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Static

from gym.tui.panes import MarkdownPane

_LEAVE = Binding("escape,q", "dismiss", "Leave", key_display="q")


class TextPage(Screen[None]):
    """A Markdown text below a title: the ticket, a hint, an explanation."""

    BINDINGS: ClassVar[list[BindingType]] = [_LEAVE]

    def __init__(self, title: str, markdown: str) -> None:
        super().__init__()
        self._title = title
        self._markdown = markdown

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(self._title, id="title", markup=False)
        yield MarkdownPane("page", self._markdown)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The keys that scroll should scroll at once."""
        self.query_one("#page").focus()


class Ask(ModalScreen[bool]):
    """A question; y is yes, anything else is no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,q,enter", "answer(False)", "No", key_display="n"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """See Screen."""
        with Vertical(id="ask"):
            yield Static(self._question, markup=False)
            yield Static("\n[y] yes   [n] no", markup=False)

    def action_answer(self, answer: bool) -> None:
        """Leave with the answer."""
        self.dismiss(answer)
