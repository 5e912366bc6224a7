"""The loop of `gym watch`: one thread judges, and takes saves and keys in the order in which they came."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from gym.judge.verdict import CheckVerdict, KataVerdict
from gym.practice.judging import Listener
from gym.watch import Inbox, Notice, Pressed, Saved, Signal, Snapshot, missing, take

QUIT_KEYS = ("q", "Q", "\x04")
AGAIN_KEYS = ("\n", "\r")


class Overtaken(Exception):
    """A judgement was left because the learner saved again, or wants to quit."""


class WatchLoop:
    """Judges at once, after each save of new content and at ENTER, until q.

    What comes during a run waits in the inbox. A run may ask whether it is `overtaken`, and leave off.
    """

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        inbox: Inbox,
        judge: Callable[[], None],
        say: Callable[[str], None],
        gone: Callable[[str], None] | None = None,
    ) -> None:
        self.folder = folder
        self.names = names
        self._inbox = inbox
        self._waiting: deque[Signal] = deque()
        self._judge = judge
        self._say = say
        self._say_gone = gone or say
        self._judged: Snapshot | None = None

    def run(self) -> None:
        """Go on until a quit key."""
        self._round()
        while self._act_on(self._next()):
            pass

    def overtaken(self) -> bool:
        """Whether what is being judged is no longer what the learner waits for."""
        while not self._inbox.empty():
            self._waiting.append(self._inbox.get())
        return any(self._is_new(signal) or self._quits(signal) for signal in self._waiting)

    def _next(self) -> Signal:
        return self._waiting.popleft() if self._waiting else self._inbox.get()

    def _act_on(self, signal: Signal) -> bool:
        """Do what the signal asks; says whether to go on."""
        if self._quits(signal):
            return False
        match signal:
            case Pressed(key) if key in AGAIN_KEYS:
                self._round()
            case Notice(text):
                self._say(text)
            case Saved() if self._is_new(signal):
                self._round()
            case _:
                pass
        return True

    def _is_new(self, signal: Signal) -> bool:
        return isinstance(signal, Saved) and signal.snapshot != self._judged

    def _quits(self, signal: Signal) -> bool:
        return isinstance(signal, Pressed) and signal.key in QUIT_KEYS

    def _round(self) -> None:
        self._judged = take(self.folder, self.names)
        gone = missing(self._judged, self.names)
        if gone:
            self._say_gone(f"{' and '.join(gone)} is gone; waiting for it to come back.")
            return
        self._judge()


class Leaving:
    """Passes a judgement's events on, unless it is overtaken: then it is left by raising Overtaken."""

    def __init__(self, listener: Listener, overtaken: Callable[[], bool]) -> None:
        self._listener = listener
        self._overtaken = overtaken

    def provisional(self, verdict: KataVerdict) -> None:
        """See Listener. Raises Overtaken."""
        self._leave_if_overtaken()
        self._listener.provisional(verdict)

    def progress(self, check_id: str, schedules: int) -> None:
        """See Listener. Raises Overtaken."""
        self._leave_if_overtaken()
        self._listener.progress(check_id, schedules)

    def check_done(self, check: CheckVerdict) -> None:
        """See Listener. Raises Overtaken."""
        self._leave_if_overtaken()
        self._listener.check_done(check)

    def _leave_if_overtaken(self) -> None:
        if self._overtaken():
            raise Overtaken
