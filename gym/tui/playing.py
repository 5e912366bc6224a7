"""Being the scheduler: what happens next in the learner's own code is theirs to choose, until a claim breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from gym.curriculum import Kata
from gym.engine.text import printable
from gym.errors import GymError
from gym.judge import CheckVerdict, Game, Position
from gym.practice.scoring import position_words, score_words
from gym.race.offers import Offer
from gym.report.stepping import moments
from gym.report.text import shorten_end
from gym.tui.panes import NARROW, SourcePane, TracePane
from gym.tui.practice import Practice

NUMBERED = 9
"""So many offers can be taken by a digit."""
MAX_POLL = 3
"""The latest poll at which a key interrupts the code."""


class PlayScreen(Screen[None]):
    """One game on `check` of a kata, on the learner's files or the starter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(digit), f"take({digit - 1})", show=False) for digit in range(1, NUMBERED + 1)),
        Binding("enter", "chosen", "Take", key_display="1-9, enter", show=True),
        Binding("u,backspace", "undo", "Undo", key_display="u"),
        Binding("e", "early", "Early"),
        Binding("s", "restart", "Start over"),
        Binding("escape,q", "leave", "Leave", key_display="q"),
    ]

    def __init__(self, practice: Practice, kata: Kata, check: str, *, starter: bool = False) -> None:
        super().__init__()
        self.practice = practice
        self.kata = kata
        self.check = check
        self._starter = starter
        self._game: Game | None = None
        self._left = False
        self._sources: Mapping[str, str] = {}
        self.position: Position | None = None
        self.simplest: CheckVerdict | None = None
        self.problem: str | None = None
        self.busy = True
        self.poll = 0
        """Where the code is interrupted after the next move, counted in polls; 0 for nowhere."""

    # -- what is on it

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(id="title", markup=False)
        yield Static(id="word", markup=False)
        with Horizontal(id="body"):
            with Vertical(id="table-pane"):
                yield TracePane("trace-pane")
                yield OptionList(id="offers", markup=False)
            yield SourcePane("source-pane")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin the game, and have the judge look for the simplest way meanwhile."""
        self._show()
        self._begin()

    def on_unmount(self) -> None:
        """End the game's process, also one that is only being started."""
        self._left = True
        if self._game is not None:
            self._game.close()

    def on_resize(self, event: Resize) -> None:
        """One above the other where there is no room side by side."""
        self.set_class(event.size.width < NARROW, "narrow")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The footer shows only what applies now."""
        del parameters
        position = self.position
        if action in ("undo", "restart"):
            return position is not None and bool(position.moves)
        if action == "early":
            return self._game is not None and self._game.has_early_events and position is not None and not position.over
        if action == "chosen":
            return position is not None and not position.over
        return True

    # -- the game, on threads of their own

    @work(thread=True, group="game", exclusive=True)
    def _begin(self) -> None:
        try:
            self._game = self.practice.game(self.kata, self.check, starter=self._starter)
            self._sources = self.practice.sources(self.kata)
            position = self._game.at(())
        except GymError as error:
            if not self._left:
                self.app.call_from_thread(self._stop, str(error))
            return
        finally:
            if self._left and self._game is not None:
                self._game.close()
        if self._left:
            return
        self.app.call_from_thread(self._arrive, position)
        self._look_for_simplest()

    @work(thread=True, group="simplest", exclusive=True)
    def _look_for_simplest(self) -> None:
        try:
            with self.practice.game(self.kata, self.check, starter=self._starter) as game:
                found = game.simplest()
        except GymError:
            return  # the score then compares with nothing
        self.app.call_from_thread(self._note_simplest, found)

    @work(thread=True, group="game", exclusive=True)
    def _move(self, moves: Sequence[int]) -> None:
        assert self._game is not None
        try:
            position = self._game.at(moves)
        except GymError as error:
            self.app.call_from_thread(self._stop, str(error))
            return
        self.app.call_from_thread(self._arrive, position)

    def _arrive(self, position: Position) -> None:
        self.position, self.busy = position, False
        if position.broken is not None and not self._starter:
            self.practice.keep_proof(f"{self.kata.id}#{self.check}", position.token)
        self._show()

    def _note_simplest(self, found: CheckVerdict) -> None:
        self.simplest = found
        self._show()

    def _stop(self, problem: str) -> None:
        self.problem, self.busy = problem, False
        self._show()

    # -- keys

    def action_take(self, index: int) -> None:
        """Deliver that offer."""
        position = self.position
        if position is None or self.busy or not 0 <= index < len(position.offers):
            return
        self.busy = True
        early = (-self.poll,) if self.poll else ()
        self.poll = 0
        self._move((*position.moves, index, *early))

    def action_chosen(self) -> None:
        """Deliver the offer at hand."""
        self.action_take(self.query_one(OptionList).highlighted or 0)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """By ENTER or by mouse."""
        self.action_take(event.option_index)

    def action_undo(self) -> None:
        """Take the last move back."""
        if self.position is not None and self.position.moves and not self.busy:
            self.busy = True
            self._move(self.position.before)

    def action_early(self) -> None:
        """Interrupt the code after the next move, one poll later with each press, and then not at all again."""
        self.poll = (self.poll + 1) % (MAX_POLL + 1)
        self._show()

    def action_restart(self) -> None:
        """From the beginning."""
        if self.position is not None and self.position.moves and not self.busy:
            self.busy = True
            self._move(())

    def action_leave(self) -> None:
        """Back to where one came from; out of the program when that was the command line."""
        self.dismiss()

    # -- drawing

    def _show(self) -> None:
        if not self.is_attached:
            return  # it was left while a thread was at work
        whose = " (the starter)" if self._starter else ""
        claim = f": {self._game.race.title}" if self._game is not None else ""
        title = f"play {self.check}{whose}{claim}"
        self.query_one("#title", Static).update(shorten_end(title, max(self.size.width - 2, 20)))
        self.query_one("#word", Static).update(self._word())
        position = self.position
        offers = self.query_one(OptionList)
        offers.clear_options()
        if position is None:
            return
        steps = position.trace.steps
        self.query_one(TracePane).show(position.trace, (), len(steps) - 1 if steps else None)
        offers.add_options([_offer_text(number, offer) for number, offer in enumerate(position.offers, 1)])
        if position.offers:
            offers.highlighted = 0
            offers.focus()
        self._show_source(position)
        self.refresh_bindings()

    def _word(self) -> Text:
        if self.problem is not None:
            return Text(f"The game cannot go on: {self.problem}", style="bold yellow")
        if self.position is None:
            return Text("starting ...")
        style = "bold red" if self.position.broken is not None else ""
        told = [position_words(self.position), score_words(self.position, self.simplest)]
        if not self.position.over:
            told.append("Take what happens next by its number, or with ENTER. Break the claim above, and you win.")
        if self.poll:
            which = ("first", "second", "third")[self.poll - 1]
            told.append(f"After that the code is interrupted at its {which} poll, where something may come early (e).")
        if self.position.broken is not None and not self._starter:
            told.append("This schedule is kept: your next check tries it first.")
        return Text("\n".join(line for line in told if line), style=style)

    def _show_source(self, position: Position) -> None:
        found = moments(position.trace)
        waiting = found[-1].waiting if found else {}
        file = next((name for name, _line in waiting if name in self._sources), self.kata.entry)
        lines = {line: flows for (name, line), flows in waiting.items() if name == file}
        self.query_one(SourcePane).show(file, self._sources.get(file, ""), lines)


def _offer_text(number: int, offer: Offer) -> Text:
    digit = f"{number} " if number <= NUMBERED else "  "
    who = f"{printable(offer.who)}: " if offer.who else ""
    return Text.assemble((digit, "bold"), who, printable(offer.text))
