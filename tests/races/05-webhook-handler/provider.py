"""The provider's API: what is true of the one subscription, and how it became so."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from gym.race import Op
from gym.race.ports import FakePort, outcome_text, short

Change = tuple[str, int]
"""A status, and the second in which the subscription took it on."""


class Provider(FakePort):
    """Tells the status at the moment of the question; the answer may be on its way for as long as the schedule likes.

    `history` are all changes in order, the first being what our row shows. `held` tells which questions wait for an answer.
    """

    def __init__(self, history: Sequence[Change], happened: int, *, watched: bool) -> None:
        super().__init__("provider", _Api())
        self.history = tuple(history)
        self.held: Callable[[Op], bool] | None = None
        self._now = happened
        self._is_watched = watched
        self._answers: dict[int, Change] = {}

    def happens(self, what: Change | None) -> None:
        """An event is delivered after it has happened."""
        if what in self.history:
            self._now = max(self._now, self.place_in_time(what))

    def place_in_time(self, what: Change | None) -> int:
        """Where in the history that change stands; of two like it the later one."""
        return max(place for place, each in enumerate(self.history) if each == what)

    def place_of(self, status: str) -> int:
        """The last place in the history, as far as it has happened, at which the status was this; -1 if there is none."""
        return max((place for place in range(self._now + 1) if self.history[place][0] == status), default=-1)

    def next_place(self, status: str, place: int) -> int:
        """The first place from that one on with this status; behind the history's end if there is none."""
        for later in range(place, len(self.history)):
            if self.history[later][0] == status:
                return later
        return len(self.history)

    @property
    def latency(self) -> Callable[[Op], float | None]:
        """Asked as each question is put: what is true now will be answered, whenever that will be."""

        def as_long_as_it_likes(question: Op) -> None:
            self._answers[question.number] = self.history[self._now]

        return as_long_as_it_likes

    def ready(self, op: Op) -> bool:
        return self.held is None or not self.held(op)

    def apply(self, op: Op) -> object:
        subscription = super().apply(op)
        status, updated = self._answers[op.number]
        return {"id": subscription, "status": status, "updated": updated}

    def watched(self) -> dict[str, str]:
        return {"provider": _shown(self.history[self._now])} if self._is_watched else {}

    def describe(self, op: Op) -> str:
        asked = ", ".join(map(short, (*op.args, *op.kwargs.values())))
        answer = f" -> {_shown(self._answers[op.number])}" if op.state == "completed" else outcome_text(op)
        return f"provider.retrieve({asked}){answer}"


class _Api:
    """The methods that there are, for FakePort."""

    async def retrieve(self, subscription: str) -> str:
        return subscription


def change_of(body: bytes) -> Change | None:
    """What an event's body says of the subscription, if it is about one."""
    said: Any = json.loads(body)
    if said["type"] != "subscription.updated":
        return None
    return said["data"]["object"]["status"], said["created"]


def _shown(change: Change) -> str:
    """`active ...980`: of the second, the last three digits, as the column of our row has them."""
    return f"{change[0]} ...{change[1] % 1000:03}"
