"""Finding a race by reading: the learner marks lines and shapes, and then sees what was right, missed, and why."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import ClassVar

from rich.console import Console
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from gym.engine.trace import Trace
from gym.errors import GymError
from gym.lessons.spotting import ALL_SHAPES, Group, Spotted, Spotting, spot
from gym.report.markdown import markdown_lines
from gym.report.spotting import listing_lines, score_sentence, spotted_lines
from gym.report.terminal import render_trace
from gym.report.text import shorten_end
from gym.tui.choosing import Choose
from gym.tui.panes import NARROW, Pane

KEYS = {"state": "s", "switch": "w", "mark": "m"}
"""What marks a line, by the key of its group."""
TAGS = {"state": "state", "switch": "switch", "mark": "here"}
Keep = Callable[[Spotted, float], None]


@dataclass(frozen=True, slots=True)
class Reveal:
    """What is shown after an answer: Markdown, then the schedule that `interleaving` finds (it takes its time), Markdown."""

    answer: str = ""
    interleaving: Callable[[], Trace | None] = lambda: None
    fix: str = ""


class FoundPane(Pane):
    """Before the answer what to do, afterwards what was found and what there is to say."""

    def __init__(self, spotting: Spotting, reveal: Reveal) -> None:
        super().__init__("found-pane")
        self._spotting = spotting
        self._reveal = reveal
        self._found: Spotted | None = None
        self.trace: Trace | None = None

    def add_trace(self, trace: Trace) -> None:
        """A schedule in which it goes wrong."""
        self.trace = trace
        self.redraw()

    def show(self, found: Spotted | None) -> None:
        """Show what was found, from its beginning."""
        self._found = found
        self.redraw()
        self.scroll_home(animate=False)

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        console = Console(file=StringIO(), width=width, force_terminal=True, color_system="standard", markup=False)
        if self._found is None:
            return list(markdown_lines(f"{self._spotting.story}\n\n{_what_to_do(self._spotting.groups)}", console))
        told = [Text(score_sentence(self._found), style="bold"), Text("")]
        told += spotted_lines(self._spotting, self._found, width)
        told += [Text(""), *markdown_lines(self._reveal.answer, console), Text("")]
        if self.trace is not None:
            told += [*render_trace(self.trace, width), Text("")]
        return [*told, *markdown_lines(self._reveal.fix, console)]


class SpotScreen(Screen[None]):
    """One listing to read. `keep` is told of each answer and the seconds it took; `once` leaves no second try."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "mark('state')", "Shared state"),
        Binding("w", "mark('switch')", "Switch"),
        Binding("m", "mark('mark')", "Mark"),
        Binding("a", "answer", "Answer"),
        Binding("t", "again", "Try again"),
        Binding("escape,q", "leave", "Leave", key_display="q"),
    ]

    def __init__(
        self, spotting: Spotting, reveal: Reveal | None = None, keep: Keep | None = None, *, once: bool = False
    ) -> None:
        super().__init__()
        self.spotting = spotting
        self.found: Spotted | None = None
        self.marked: dict[str, set[int]] = {group.key: set() for group in spotting.groups}
        self._keep = keep
        self._reveal = reveal or Reveal()
        self._once = once
        self._since = time.monotonic()

    # -- what is on it

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(id="title", markup=False)
        yield Static(id="word", markup=False)
        with Horizontal(id="body"):
            yield OptionList(id="listing", markup=False)
            yield FoundPane(self.spotting, self._reveal)
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """The listing, with nothing marked."""
        self._show()
        self.query_one("#listing", OptionList).focus()

    def on_resize(self, event: Resize) -> None:
        """One above the other where there is no room side by side."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.call_after_refresh(self._show)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The footer shows only what applies now."""
        if action == "mark":
            return self.found is None and parameters[0] in self.marked
        if action == "again":
            return self.found is not None and not self._once
        return action != "answer" or self.found is None

    # -- keys

    def action_mark(self, key: str) -> None:
        """Mark the line at hand as one of that group, or take the mark back."""
        at = self.query_one("#listing", OptionList).highlighted
        if at is not None:
            self.marked[key] ^= {at + 1}
            self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """ENTER, or the mouse, marks where there is one kind of mark only."""
        if event.option_list.id == "listing" and self.found is None and len(self.marked) == 1:
            self.action_mark(next(iter(self.marked)))

    def action_answer(self) -> None:
        """Ask for the shape, and then say what was found."""
        if any(self.marked.values()):
            self.app.push_screen(Choose("What shape of race is it?", ALL_SHAPES), self._answered)
        else:
            self.query_one("#word", Static).update("Mark a line or more first.")

    def _answered(self, shapes: tuple[str, ...] | None) -> None:
        if not shapes:
            return
        self.found = spot(self.spotting, self.marked, shapes)
        if self._keep is not None:
            self._keep(self.found, time.monotonic() - self._since)
        self._show()
        self.query_one("#listing", OptionList).highlighted = self._first_mark() - 1
        self.query_one(FoundPane).focus()
        self._find_interleaving()

    @work(thread=True, group="interleaving", exclusive=True)
    def _find_interleaving(self) -> None:
        try:
            trace = self._reveal.interleaving()
        except GymError:
            return  # the texts say it, too
        if trace is not None and self.is_attached:
            self.app.call_from_thread(self._show_trace, trace)

    def _show_trace(self, trace: Trace) -> None:
        if self.is_attached:
            self.query_one(FoundPane).add_trace(trace)

    def _first_mark(self) -> int:
        return min((mark.line for group in self.spotting.groups for mark in group.marks), default=1)

    def action_again(self) -> None:
        """Begin once more, with nothing marked."""
        self.found, self._since = None, time.monotonic()
        self.marked = {key: set() for key in self.marked}
        self._show()
        self.query_one("#listing", OptionList).focus()

    def action_leave(self) -> None:
        """Back to where one came from."""
        self.dismiss()

    # -- drawing

    def _show(self) -> None:
        listing = self.query_one("#listing", OptionList)
        at = listing.highlighted
        listing.clear_options()
        room = max(listing.scrollable_content_region.width - 2, 20)
        listing.add_options(list(listing_lines(self.spotting.listing, self._tags(), room)))
        listing.highlighted = at if at is not None else 0
        self.query_one(FoundPane).show(self.found)
        self.set_class(self.found is not None, "answered")
        self._show_head()
        self.refresh_bindings()

    def _show_head(self) -> None:
        width = max(self.size.width - 2, 20)
        self.query_one("#title", Static).update(shorten_end(f"{self.spotting.id}: {self.spotting.title}", width))
        asks = "; ".join(f"{KEYS[group.key]}: {group.asks.rstrip('.')}" for group in self.spotting.groups)
        told = score_sentence(self.found) if self.found is not None else f"{asks}; a: answer."
        self.query_one("#word", Static).update(told)

    def _tags(self) -> Mapping[int, str]:
        if self.found is None:
            return _joined([(line, TAGS[key]) for key, lines in self.marked.items() for line in sorted(lines)])
        tags = []
        for key, marked in self.found.groups.items():
            for word, marks in (("right", marked.right), ("missed", marked.missed), ("no", marked.wrong)):
                tags += [(mark.line, f"{word}: {TAGS[key]}") for mark in marks]
        return _joined(tags)


def _joined(tags: Sequence[tuple[int, str]]) -> dict[int, str]:
    found: dict[int, list[str]] = {}
    for line, tag in tags:
        found.setdefault(line, []).append(tag)
    return {line: ", ".join(each) for line, each in found.items()}


def _what_to_do(groups: Sequence[Group]) -> str:
    keys = "\n".join(f"- `{KEYS[group.key]}` on a line: {group.asks.rstrip('.')}" for group in groups)
    return f"{keys}\n- `a`: name the shape, and see what you missed"
