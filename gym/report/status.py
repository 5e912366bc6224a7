"""One line at the bottom of a terminal that changes in place."""

from __future__ import annotations

from rich.console import Console

from gym.judge.verdict import CheckVerdict, KataVerdict
from gym.report.text import count, shorten

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


class Tally:
    """Listens to a judgement and shows only how far it is, in the status line behind `lead`; nothing if not `able`."""

    def __init__(self, console: Console, lead: str = "", *, able: bool = True) -> None:
        self._line = StatusLine(console)
        self._lead = lead
        self._able = able
        self._done = 0
        self._show("")

    def provisional(self, verdict: KataVerdict) -> None:
        """The quick pass is over; nothing changes in what is shown."""

    def progress(self, check_id: str, schedules: int) -> None:
        """The full pass of a check goes on."""
        self._show(f"{count(self._done, 'check')} done, {schedules:,} schedules of {check_id.partition('#')[2]} so far")

    def check_done(self, check: CheckVerdict) -> None:
        """One more."""
        self._done += 1
        self._show(f"{count(self._done, 'check')} done")

    def _show(self, text: str) -> None:
        if self._able and (text or self._lead):
            self._line.show(f"{self._lead}{text}")

    def close(self) -> None:
        """Leave nothing behind."""
        self._line.clear()
