"""A list in which one thing or more is ticked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, Static


class Choose(ModalScreen[tuple[str, ...]]):
    """Leaves with what was ticked, in the list's order; with nothing when it was left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "tick", "Tick"),
        Binding("enter", "done", "Done", priority=True),
        Binding("escape,q", "dismiss(())", "Leave", key_display="q"),
    ]

    def __init__(self, question: str, names: Sequence[str]) -> None:
        super().__init__()
        self._question = question
        self._names = tuple(names)
        self.ticked: set[str] = set()

    def compose(self) -> ComposeResult:
        """See Screen."""
        with Vertical(id="choose"):
            yield Static(f"{self._question}  SPACE ticks, ENTER answers.", markup=False)
            yield OptionList(id="names", markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Nothing is ticked yet."""
        self._show()
        self.query_one(OptionList).focus()

    def action_tick(self) -> None:
        """Tick the line at hand, or take that back."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self.ticked ^= {self._names[at]}
            self._show()

    def action_done(self) -> None:
        """With nothing ticked the line at hand is meant."""
        at = self.query_one(OptionList).highlighted
        if not self.ticked and at is not None:
            self.ticked = {self._names[at]}
        self.dismiss(tuple(name for name in self._names if name in self.ticked))

    def _show(self) -> None:
        listed = self.query_one(OptionList)
        at = listed.highlighted
        listed.clear_options()
        listed.add_options([Text(f"[{'x' if name in self.ticked else ' '}] {name}") for name in self._names])
        listed.highlighted = at if at is not None else 0
