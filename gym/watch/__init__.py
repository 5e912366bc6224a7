"""Seeing saves and key presses while a learner works on a kata."""

from gym.watch.filesystem import needs_polling
from gym.watch.keys import terminal_keys
from gym.watch.signals import Inbox, Notice, Pressed, Saved, Signal
from gym.watch.snapshot import Snapshot, missing, take
from gym.watch.sources import ContentPolling, FileEvents, Source
from gym.watch.watcher import Watcher

__all__ = [
    "ContentPolling",
    "FileEvents",
    "Inbox",
    "Notice",
    "Pressed",
    "Saved",
    "Signal",
    "Snapshot",
    "Source",
    "Watcher",
    "missing",
    "needs_polling",
    "take",
    "terminal_keys",
]
