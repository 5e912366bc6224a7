"""The loop of `gym watch`: one thread judges, and takes saves and keys in the order in which they came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from gym.watch import Inbox, Notice, Pressed, Saved, Signal, Snapshot, missing, take

QUIT_KEYS = ("q", "Q", "\x04")
AGAIN_KEYS = ("\n", "\r")


class WatchLoop:
    """Judges at once, after each save of new content and at ENTER, until q.

    A save that comes during a run waits in the inbox; it is judged next unless that run read it already.
    """

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        inbox: Inbox,
        judge: Callable[[], None],
        say: Callable[[str], None],
    ) -> None:
        self.folder = folder
        self.names = names
        self._inbox = inbox
        self._judge = judge
        self._say = say
        self._judged: Snapshot | None = None

    def run(self) -> None:
        """Go on until a quit key."""
        self._round()
        while self._act_on(self._inbox.get()):
            pass

    def _act_on(self, signal: Signal) -> bool:
        """Do what the signal asks; says whether to go on."""
        match signal:
            case Pressed(key) if key in QUIT_KEYS:
                return False
            case Pressed(key) if key in AGAIN_KEYS:
                self._round()
            case Notice(text):
                self._say(text)
            case Saved(snapshot) if snapshot != self._judged:
                self._round()
            case _:
                pass
        return True

    def _round(self) -> None:
        self._judged = take(self.folder, self.names)
        gone = missing(self._judged, self.names)
        if gone:
            self._say(f"{' and '.join(gone)} is gone; waiting for it to come back.")
            return
        self._judge()
