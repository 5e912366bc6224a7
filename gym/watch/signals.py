"""What may happen while watching, and the queue in which it waits for the one thread that acts."""

from __future__ import annotations

from dataclasses import dataclass
from queue import SimpleQueue

from gym.watch.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Saved:
    """The watched files have other contents than when last seen."""

    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class Pressed:
    """One key, as its character; ENTER is a newline."""

    key: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the learner should know about the watching itself: one sentence."""

    text: str


Signal = Saved | Pressed | Notice

Inbox = SimpleQueue[Signal]
"""Signals in order of arrival, from several threads to one; what comes during a run waits for its turn."""
