"""One line at the bottom of a terminal that changes in place."""

from __future__ import annotations

from rich.console import Console

from gym.report.text import shorten

ERASE = "\r\x1b[2K"


class StatusLine:
    """Shows how far something is; writes nothing where a line cannot be written over."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._able = console.is_terminal and not console.is_dumb_terminal
        self._shown = False

    def show(self, text: str) -> None:
        """Put `text` in place of what stood there."""
        if self._able:
            self._console.file.write(ERASE + shorten(text, self._console.width - 1))
            self._console.file.flush()
            self._shown = True

    def clear(self) -> None:
        """Make room for other output."""
        if self._shown:
            self._console.file.write(ERASE)
            self._console.file.flush()
            self._shown = False
