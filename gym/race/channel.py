"""What a world needs of the process that runs the learner's code. The judge brings the real one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from gym.race.frames import Claims, Item, Report, Sync

Answer = Callable[[Sync], tuple[bool, Any]]


class Channel(Protocol):
    """One subject process. Every method raises SubjectStopped when the subject cannot go on."""

    def begin(self, options: dict[str, Any], setup: Sequence[list[Any]], answer: Answer) -> Report:
        """A fresh world; `answer` is asked for every synchronous call until the next `begin`."""

    def go(self, pause: int, events: Sequence[list[Any]]) -> Report: ...

    def finish(self) -> Claims: ...


Items = Sequence[Item]
