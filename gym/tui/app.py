"""The practice room as a program: one window of screens over one learner's workspace."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen

from gym.tui.practice import Practice

Page = Screen[None]


class Room(App[None]):
    """Opens with `first`, and ends when that is left. Some screens need no workspace, and so no `practice`."""

    CSS_PATH = "room.tcss"
    TITLE = "gym"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, practice: Practice | None, first: Page) -> None:
        super().__init__(ansi_color=True)
        self.practice = practice
        self._first = first

    def on_mount(self) -> None:
        """Show the first screen."""
        self.push_screen(self._first, callback=lambda _result: self.exit())
