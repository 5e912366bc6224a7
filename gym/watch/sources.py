"""Where the word to look at the files comes from: the file system's events, or a clock."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

POLL_EVERY_S = 0.25
QUIET_MS = 500


class Source(Protocol):
    """Says when to look, until `stop` is set; raises whatever keeps it from going on."""

    def ticks(self, folder: Path, stop: threading.Event) -> Iterator[bool]:
        """True after something was announced to have changed, False for a look to be sure."""


class FileEvents:
    """The file system's own events, within about 15 ms.

    The *folder* is watched: a watch on a file follows the old file away when an editor renames a new one
    into its place. Every kind of change counts, since which kind a save is depends on the editor. Twice a
    second it asks for a look anyway.
    """

    def ticks(self, folder: Path, stop: threading.Event) -> Iterator[bool]:
        """See Source. Raises what watchfiles raises."""
        from watchfiles import watch

        for changes in watch(
            folder,
            watch_filter=None,
            debounce=100,
            step=10,
            stop_event=stop,
            rust_timeout=QUIET_MS,
            yield_on_timeout=True,
            raise_interrupt=False,
            force_polling=False,
            recursive=False,
        ):
            yield bool(changes)


class ContentPolling:
    """A look at the contents every 250 ms, for file systems that announce nothing.

    watchfiles' own polling compares modification times in whole seconds and misses every second save.
    """

    def ticks(self, folder: Path, stop: threading.Event) -> Iterator[bool]:
        """See Source."""
        del folder
        while not stop.wait(POLL_EVERY_S):
            yield True
