"""The watcher: looks when a source says so, and tells of contents that are new."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from gym.watch.filesystem import needs_polling
from gym.watch.signals import Notice, Saved, Signal
from gym.watch.snapshot import Snapshot, take, take_settled
from gym.watch.sources import ContentPolling, FileEvents, Source

UNANNOUNCED = 2
"""Changes in a row that no event told of, before events are no longer trusted; one may be chance."""


class Watcher:
    """Watches `names` in `folder` and posts Saved for every new content, once.

    `run` is meant for a thread of its own. A source that fails, or that stays silent about changes, is
    given up for content polling, and a Notice says so.
    """

    def __init__(
        self,
        folder: Path,
        names: Sequence[str],
        post: Callable[[Signal], None],
        *,
        events: Source | None = None,
        polling: Source | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.folder = folder
        self.names = tuple(names)
        self.seen: Snapshot = take(folder, self.names)
        self._post = post
        self._events = events or FileEvents()
        self._polling = polling or ContentPolling()
        self._sleep = sleep

    def run(self, stop: threading.Event, *, poll: bool = False) -> None:
        """Watch until `stop` is set. `poll` says not to try events at all."""
        reason = "you asked for it" if poll else self._silent_file_system() or self._watch_events(stop)
        if reason is None or stop.is_set():
            return
        self._post(Notice(f"Looking at the files four times a second ({reason}). ENTER always checks again."))
        for _tick in self._polling.ticks(self.folder, stop):
            self.look()

    def look(self) -> bool:
        """Compare contents with those last seen, and post Saved when they differ. Says whether they did."""
        if take(self.folder, self.names) == self.seen:
            return False
        settled = take_settled(self.folder, self.names, self.seen, self._sleep)
        if settled == self.seen:
            return False
        self.seen = settled
        self._post(Saved(settled))
        return True

    def _silent_file_system(self) -> str | None:
        kind = needs_polling(self.folder.resolve())
        return f"{kind} does not announce changes" if kind else None

    def _watch_events(self, stop: threading.Event) -> str | None:
        """Look at each event until `stop`; the reason when events cannot be used."""
        unannounced = 0
        try:
            for announced in self._events.ticks(self.folder, stop):
                changed = self.look()
                # A look may come just before the word of a change; the word then follows, and clears this.
                unannounced = 0 if announced else unannounced + changed
                if unannounced >= UNANNOUNCED:
                    return "changes here are not announced"
        except Exception as error:
            # Whatever it is, the learner's saves must go on being seen.
            return f"file events failed: {error}"
        return None
