"""All katas: searched by name, shape, level or state, and one of them chosen."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import DataTable, Footer, Input, Static

from gym.curriculum import Kata
from gym.progress import KataProgress, KataState
from gym.tui.editing import edited
from gym.tui.practice import Practice

STYLES = {KataState.ACCEPTED: "green", KataState.REJECTED: "red", KataState.STARTED: "yellow"}
TITLE = "Katas. / searches: a name, a state, a shape, level 2"
COLUMNS = ("kata", "state", "faults", "level", "min", "shapes")


class ListScreen(Screen[Kata | None]):
    """Leaves with the kata that was chosen, or with none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "Go to it", priority=True),
        Binding("o", "open", "Open in editor"),
        Binding("x", "reset", "Reset"),
        Binding("down", "to_table", show=False),
        Binding("slash", "search", "Search", key_display="/"),
        Binding("escape,q", "leave", "Leave", key_display="q"),
    ]

    def __init__(self, practice: Practice, at_hand: str = "") -> None:
        super().__init__()
        self.practice = practice
        self.katas = practice.katas()
        self._at_hand = at_hand
        self._progress = practice.all_progress()
        self.shown: list[Kata] = []

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(TITLE, id="title", markup=False)
        yield Input(placeholder="search", id="search", compact=True)
        yield DataTable(id="katas", cursor_type="row", zebra_stripes=False)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """All of them."""
        table = self.query_one(DataTable)
        table.add_columns(*COLUMNS)
        self._fill("")
        table.focus()
        table.move_cursor(row=next((at for at, kata in enumerate(self.katas) if kata.id == self._at_hand), 0))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Every word must be found."""
        self._fill(event.value)

    def action_search(self) -> None:
        """To the search line."""
        self.query_one(Input).focus()

    def action_to_table(self) -> None:
        """From the search line down to what was found."""
        self.query_one(DataTable).focus()

    def action_choose(self) -> None:
        """Leave with the kata at hand."""
        table = self.query_one(DataTable)
        if self.shown and 0 <= table.cursor_row < len(self.shown):
            self.dismiss(self.shown[table.cursor_row])

    def action_reset(self) -> None:
        """Put the files of the kata at hand back; a snapshot is kept."""
        table = self.query_one(DataTable)
        if self.shown and self.practice.workspace.has_begun(self.shown[table.cursor_row].id):
            kata = self.shown[table.cursor_row]
            from gym.tui.pages import Ask

            def answered(yes: bool | None) -> None:
                if yes:
                    self.notify(self.practice.reset(kata))

            self.app.push_screen(Ask(f"Put back your files of {kata.id}? A snapshot keeps yours."), answered)

    def action_open(self) -> None:
        """The files of the kata at hand in the learner's editor; it is handed out first where it was not."""
        table = self.query_one(DataTable)
        if not self.shown:
            return
        kata = self.practice.begun(self.shown[table.cursor_row])
        told = edited(self.app, self.practice, kata)
        if told:
            self.notify(told, severity="warning")

    def action_leave(self) -> None:
        """Leave with none; out of the search line first."""
        if self.query_one(Input).has_focus:
            self.query_one(DataTable).focus()
        else:
            self.dismiss(None)

    def _fill(self, search: str) -> None:
        words = search.lower().replace("level ", "level-").split()
        self.shown = [kata for kata in self.katas if all(word in self._text(kata) for word in words)]
        table = self.query_one(DataTable)
        table.clear()
        for kata in self.shown:
            table.add_row(*self._row(kata))
        told = TITLE if self.shown else f"Nothing is called {search!r} here: a name, a state, a shape, level 2"
        self.query_one("#title", Static).update(told)

    def _known(self, kata: Kata) -> KataProgress:
        return self._progress.get(kata.id, KataProgress(kata.id))

    def _text(self, kata: Kata) -> str:
        known = self._known(kata)
        return " ".join((kata.id, kata.title, known.state, f"level-{kata.level}", *kata.shapes)).lower()

    def _row(self, kata: Kata) -> tuple[Text, ...]:
        known = self._known(kata)
        style = STYLES.get(known.state, "")
        faults = f"{len(known.gone)}/{len(kata.faults)}" if known.points is not None else ""
        cells = (kata.id, known.state.value, faults, str(kata.level), str(kata.minutes), ", ".join(kata.shapes))
        return tuple(Text(cell, style=style) for cell in cells)
