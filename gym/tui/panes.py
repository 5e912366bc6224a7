"""What several screens show: a trace as a table with one step at hand, and source with the lines at which flows wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO

from rich.console import Console
from rich.style import Style
from rich.text import Span, Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Resize
from textual.geometry import Region
from textual.widgets import Static

from gym.engine.text import printable
from gym.engine.trace import Trace
from gym.report.code import code_text
from gym.report.markdown import markdown_lines
from gym.report.terminal import trace_table

NARROW = 110
"""Below this width panes stand one above the other."""


class Pane(VerticalScroll):
    """A part of a screen that scrolls, and draws itself anew when its width changes."""

    def __init__(self, pane_id: str) -> None:
        super().__init__(id=pane_id, classes="pane")
        self._drawn = Static(id=f"{pane_id}-text", markup=False)
        self._drawn_width = 0

    def compose(self) -> ComposeResult:
        """See Widget."""
        yield self._drawn

    def on_resize(self, event: Resize) -> None:
        """Lines are folded for the width that there is."""
        del event
        if self.room != self._drawn_width:
            self.redraw()

    @property
    def room(self) -> int:
        """The width of a line."""
        return max(self.scrollable_content_region.width, 20)

    def redraw(self) -> None:
        """Draw what there is at the present width."""
        self._drawn_width = self.room
        self._drawn.update(Text("\n").join(self.lines(self.room)))

    def _keep_in_sight(self, line: int) -> None:
        """Scroll to a line and its neighbours, once what was drawn has been laid out."""
        region = Region(0, max(line - 3, 0), 1, 7)
        self.call_after_refresh(self.scroll_to_region, region, animate=False)

    def lines(self, width: int) -> Sequence[Text]:
        """What is shown, in lines of that width."""
        raise NotImplementedError


class TracePane(Pane):
    """A trace. With a step at hand what comes later is dim, and that step is kept in sight."""

    def __init__(self, pane_id: str, folder: str = "") -> None:
        super().__init__(pane_id)
        self._folder = folder
        self._head: Sequence[Text] = ()
        self._trace: Trace | None = None
        self._at: int | None = None
        self._line = 0

    def show(self, trace: Trace | None, head: Sequence[Text] = (), at: int | None = None) -> None:
        """Show `trace` below the lines of `head`, with the step of that index at hand."""
        self._trace, self._head, self._at = trace, head, at
        self.redraw()
        if at is not None or (trace is not None and trace.steps and trace.steps[-1].decisive):
            self._keep_in_sight(self._line)

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        head = [line for text in self._head for line in _folded(text, width)]
        if self._trace is None:
            return head
        table = trace_table(self._trace, width, self._folder)
        body: list[Text] = []
        for index, step in enumerate(table.steps):
            if index == (self._at if self._at is not None else len(table.steps) - 1):
                self._line = len(head) + len(table.heading) + len(body)
            body += [self._marked(line, index, width) for line in step]
        return [*head, *table.heading, *body, *table.below]

    def _marked(self, line: Text, index: int, width: int) -> Text:
        if self._at is None or index < self._at:
            return line
        shown = line.copy()
        if index == self._at:
            shown.pad_right(max(width - shown.cell_len, 0))
            shown.stylize("reverse")
        else:
            shown.stylize("dim")
        return shown


class MarkdownPane(Pane):
    """A text in Markdown, drawn as lines: a widget for each paragraph would keep a key waiting."""

    def __init__(self, pane_id: str, markdown: str) -> None:
        super().__init__(pane_id)
        self._markdown = markdown

    def show(self, markdown: str) -> None:
        """Show another text."""
        self._markdown = markdown
        self.redraw()

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        console = Console(file=StringIO(), width=width, force_terminal=True, color_system="standard", markup=False)
        return list(markdown_lines(self._markdown, console))


class SourcePane(Pane):
    """One file, with the flows that wait at its lines."""

    def __init__(self, pane_id: str) -> None:
        super().__init__(pane_id)
        self._file = ""
        self._text = ""
        self._waiting: Mapping[int, Sequence[str]] = {}

    def show(self, file: str, text: str, waiting: Mapping[int, Sequence[str]], line: int | None = None) -> None:
        """Show a file with who waits at which line (from 1); `line` is kept in sight, else the first of those."""
        self._file, self._text, self._waiting = file, text, waiting
        self.redraw()
        wanted = line if line is not None else min(waiting, default=None)
        if wanted is not None:
            self._keep_in_sight(wanted)

    def lines(self, width: int) -> Sequence[Text]:
        """See Pane."""
        source = _without_background(code_text(self._text)).split("\n", allow_blank=True)
        shown = [Text(self._file, style="bold")]
        for number, line in enumerate(source, 1):
            row = Text.assemble((f"{number:>4} ", "dim"), line, no_wrap=True, overflow="ellipsis")
            who = ", ".join(map(printable, self._waiting.get(number, ())))
            if who:
                tag = f" <- {who}"
                row.truncate(max(width - len(tag), 10), overflow="ellipsis")
                row.append(tag, style="bold reverse")
            else:
                row.truncate(width, overflow="ellipsis")
            shown.append(row)
        return shown


def _without_background(code: Text) -> Text:
    """The colours of the code on whatever stands behind it."""
    spans = [span for span in code.spans if isinstance(span.style, Style)]
    bare = [Span(span.start, span.end, Style(color=span.style.color, bold=span.style.bold)) for span in spans]  # type: ignore[union-attr]
    return Text(code.plain, spans=bare)


def _folded(text: Text, width: int) -> list[Text]:
    from gym.report.text import fold

    return [Text(line, style=text.style) for line in fold(text.plain, width, 12)]
