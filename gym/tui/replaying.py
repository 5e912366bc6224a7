"""Stepping through one schedule, forward and back, beside the code and the default order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Footer, Static

from gym.engine.text import printable
from gym.engine.trace import Trace
from gym.judge.verdict import CheckVerdict
from gym.report.stepping import Moment, moments
from gym.report.text import shorten_end
from gym.tui.panes import NARROW, SourcePane, TracePane


class ReplayScreen(Screen[None]):
    """Steps through `check.trace`; `contrast` is the same check in the default order, `sources` the files by name."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,j,down", "step(1)", "Next step", key_display="right", priority=True),
        Binding("left,k,up", "step(-1)", "Back", key_display="left", priority=True),
        Binding("m", "mattered", "What mattered"),
        Binding("d", "contrast", "Default order"),
        Binding("home", "go(0)", "First", show=False, priority=True),
        Binding("end", "go(-1)", "Last", show=False, priority=True),
        Binding("escape,q", "dismiss", "Leave", key_display="q"),
    ]

    def __init__(self, check: CheckVerdict, contrast: Trace | None, sources: Mapping[str, str], folder: str = "") -> None:
        super().__init__()
        self._check = check
        self._traces = [trace for trace in (check.trace, contrast) if trace is not None]
        self._moments = [moments(trace) for trace in self._traces]
        self._sources = sources
        self._folder = folder
        self._run = 0
        self._at = [max(len(found) - 1, 0) for found in self._moments]

    def compose(self) -> ComposeResult:
        """See Screen."""
        yield Static(id="title", markup=False)
        yield Static(id="word", markup=False)
        with Horizontal(id="body"):
            yield TracePane("table-pane", self._folder)
            yield SourcePane("source-pane")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin at the end: that is what the table below a verdict ends with."""
        self.query_one(TracePane).focus()
        self._show()

    def on_resize(self, event: Resize) -> None:
        """One above the other where there is no room side by side."""
        self.set_class(event.size.width < NARROW, "narrow")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Without another order there is nothing to turn to."""
        del parameters
        return len(self._traces) > 1 if action == "contrast" else True

    @property
    def moment(self) -> Moment | None:
        """The step at hand."""
        found = self._moments[self._run] if self._moments else ()
        return found[self._at[self._run]] if found else None

    def action_step(self, by: int) -> None:
        """To a step nearby."""
        if self.moment is not None:
            self._go(self._at[self._run] + by)

    def action_go(self, index: int) -> None:
        """To the first step (0) or the last (-1)."""
        if self.moment is not None:
            self._go(index % len(self._moments[self._run]))

    def action_mattered(self) -> None:
        """To the next step that mattered, from the front again after the last."""
        if self.moment is None:
            return
        found, here = self._moments[self._run], self._at[self._run]
        order = [*range(here + 1, len(found)), *range(here + 1)]
        self._go(next((index for index in order if found[index].mattered), here))

    def action_contrast(self) -> None:
        """The same flows in the default order, and back."""
        self._run = 1 - self._run
        self._show()

    def _go(self, index: int) -> None:
        if self._moments:
            self._at[self._run] = min(max(index, 0), len(self._moments[self._run]) - 1)
        self._show()

    def _show(self) -> None:
        moment = self.moment
        order = ", in the default order" if self._run else ""
        self.query_one("#title", Static).update(shorten_end(f"replay of {self._check.id}{order}", self._width()))
        self.query_one("#word", Static).update(self._word(moment))
        trace = self._traces[self._run] if self._traces else None
        self.query_one(TracePane).show(trace, (), self._at[self._run] if self._traces else None)
        self._show_source(moment)

    def _width(self) -> int:
        return max(self.size.width - 2, 20)

    def _word(self, moment: Moment | None) -> Text:
        found = self._traces[self._run].ending if self._traces else ""
        if moment is None:
            return Text(printable(found))
        marks = "; ".join(moment.marks)
        step = f"step {self._at[self._run] + 1} of {len(self._moments[self._run])}, at {moment.step.time_ms} ms"
        last = "; the last, left goes back" if self._at[self._run] == len(self._moments[self._run]) - 1 else ""
        head = Text(step + (f": {marks}" if marks else "") + last)
        if moment.step.decisive or self._at[self._run] == len(self._moments[self._run]) - 1:
            head.append(f"\n{printable(found)}", style="bold red" if moment.step.decisive else "")
        return head

    def _show_source(self, moment: Moment | None) -> None:
        waiting = moment.waiting if moment is not None else {}
        # The learner's own file stands first, and stays even while flows wait in what was given.
        file = next(iter(self._sources), "")
        lines = {line: flows for (name, line), flows in waiting.items() if name == file}
        place = self._traces[self._run].place if self._traces and moment is not None and moment.step.decisive else None
        if place is not None and not lines and place.file in self._sources:
            file, lines = place.file, {place.line: ("here",)}
        self.query_one(SourcePane).show(file, self._sources.get(file, ""), lines)


def default_token(token: str) -> str | None:
    """The token of the same check in the default order; None for one that is in it already."""
    from gym.engine.tokens import parse_token

    parsed = parse_token(token)
    return str(replace(parsed, schedule=())) if parsed.schedule else None
