"""The two consoles of a command: one for data, one for talk, each fit for where it goes."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TextIO

from rich.console import Console

PIPE_WIDTH = 100


def console_for(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Console:
    """A console that writes plain text into pipes, obeys NO_COLOR and COLUMNS, and knows no markup."""
    terminal = stream.isatty()
    return Console(
        file=stream,
        width=_width(environ) or (None if terminal else PIPE_WIDTH),
        force_terminal=terminal,
        no_color=bool(environ.get("NO_COLOR")),
        color_system="auto" if terminal else None,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
    )


def _width(environ: Mapping[str, str]) -> int | None:
    columns = environ.get("COLUMNS", "")
    return int(columns) if columns.isdecimal() and int(columns) > 0 else None
