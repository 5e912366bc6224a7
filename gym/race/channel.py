"""What a world needs of the process that runs the learner's code. The judge brings the real one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Protocol

from gym.engine.schedule import Known
from gym.race.foresight import Foresight
from gym.race.frames import Claims, Item, Report, Sync

Answer = Callable[[Sync], tuple[bool, Any]]


class Channel(Protocol):
    """One subject process. Every method raises SubjectStopped when the subject cannot go on."""

    def begin(
        self,
        options: dict[str, Any],
        setup: Sequence[list[Any]],
        answer: Answer,
        known: Any = None,
        foresight: Foresight | None = None,
    ) -> Report:
        """A fresh world; `answer` is asked for every synchronous call until the next `begin`.

        `known` is what `said` gave in another world, at a point up to which this one goes the same way. Raises Astray,
        here or in a later call, where it does not. With `foresight` more may be told ahead, by guess.
        """

    def go(self, pause: int, events: Sequence[list[Any]], waiting: Hashable = None) -> Report:
        """Deliver. `waiting` names the events that wait then, where only default decisions will follow."""

    def finish(self) -> Claims: ...

    def said(self) -> Known:
        """What this world was told so far."""


Items = Sequence[Item]
