"""Markdown for reading in a terminal: hints, explanations, what a solution costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Heading, Markdown
from rich.segment import Segment
from rich.text import Text

MOST_WIDTH = 100
"""Longer lines of prose are hard to follow."""
PIPE_WIDTH = 80
"""What goes into a pipe is read in a pager, most often, of a terminal that nobody knows."""
_CODE = re.compile(r"(?<!`)`((?:[^`\n]|\n(?!\s*\n))+)`(?!`)")


class _LeftHeading(Heading):
    """A heading where a reader's eye starts; rich would centre it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _Page(Markdown):
    elements: ClassVar[dict[str, Any]] = {**Markdown.elements, "heading_open": _LeftHeading}


def markdown_lines(markdown: str, console: Console) -> Iterator[Text]:
    """The text in lines that fit the console, without trailing spaces and with single blank lines between them.

    Where there is no colour, code keeps its backticks: it must be told apart from prose all the same.
    """
    plain = console.no_color or console.color_system is None
    page = _Page(_with_backticks(markdown) if plain else markdown, code_theme="ansi_dark")
    options = console.options.update(width=min(console.width, MOST_WIDTH if console.is_terminal else PIPE_WIDTH))
    begun = blank = False
    for segments in console.render_lines(page, options, pad=False):
        line = _line(segments, ascii_only=options.ascii_only)
        if not line.plain:
            blank = begun
            continue
        if blank:
            yield Text()
        yield line
        begun, blank = True, False


def _line(segments: list[Segment], *, ascii_only: bool) -> Text:
    line = Text()
    for segment in segments:
        if not segment.control:
            # rich draws tables for such terminals, and forgets its own bullets.
            line.append(segment.text.replace("\u2022", "*") if ascii_only else segment.text, segment.style)
    line.rstrip()
    return line


def _with_backticks(markdown: str) -> str:
    """Inline code whose backticks are part of it; what is fenced stays as it is."""
    parts = re.split(r"(^```.*?^```)", markdown, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else _CODE.sub(r"`` `\1` ``", part) for part in parts)
