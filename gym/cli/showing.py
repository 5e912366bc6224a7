"""Texts and failing checks on a console, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from gym.judge import CheckVerdict


def show_markdown(out: Console, text: str) -> None:
    """A text in Markdown, and a blank line."""
    from gym.report.markdown import markdown_lines

    for line in (*markdown_lines(text, out), ""):
        out.print(line, soft_wrap=True)


def show_failed(out: Console, check: CheckVerdict) -> None:
    """A check that failed: what it says, and its table."""
    from gym.report.terminal import render_trace

    table = render_trace(check.trace, out.width) if check.trace is not None else ()
    for line in (f"{check.verdict}: {check.title}", check.message, *table):
        if line:
            out.print(line, soft_wrap=True)
