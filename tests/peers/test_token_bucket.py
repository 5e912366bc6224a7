"""The token bucket of kata 08 against the figures of Go's limiter, golang.org/x/time/rate.

The figures are those that its own tests state (rate_test.go): moments in tenths of a second, at ten tokens a second. They
are written down here as rows; nothing of Go is run, for it need not be on the machine. Where ours does something else, both
figures stand there, and why.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import pytest

from gym.curriculum import find_kata
from tests.peers.subjects import names_of, right_versions, wrong_versions
from tests.peers.virtual import played

KATA = find_kata("08-rate-limiter")
RIGHT, WRONG = right_versions(KATA), wrong_versions(KATA)
TENTH = 0.1
PER_SECOND = 10
A_HAIR = 1e-6
"""Seconds by which each tenth is longer: how a sum of tenths is rounded must not decide."""


@dataclass(frozen=True)
class Try:
    """At this moment somebody asks for n tokens and does not wait; `ok` is what it is told."""

    at: int
    n: int
    ok: bool


@dataclass(frozen=True)
class Take:
    """At this moment somebody asks for n tokens and waits until `due`; None: it is refused at once.

    It goes away at `leaves`, in Go by cancelling its reservation; then `due` is what it had been told.
    """

    at: int
    n: int
    due: int | None
    leaves: int | None = None


def tries(*told: tuple[int, int, bool]) -> list[Try | Take]:
    return [Try(*each) for each in told]


SAME: dict[str, tuple[int, list[Try | Take]]] = {
    "burst of 1": (
        1,
        tries(
            (0, 1, True),
            (0, 1, False),
            (0, 1, False),
            (1, 1, True),
            (1, 1, False),
            (1, 1, False),
            (2, 2, False),
            (2, 1, True),
            (2, 1, False),
        ),
    ),
    "burst of 3": (
        3,
        tries(
            (0, 2, True),
            (0, 2, False),
            (0, 1, True),
            (0, 1, False),
            (1, 4, False),
            (2, 1, True),
            (3, 1, True),
            (4, 1, True),
            (4, 1, True),
            (4, 1, False),
            (4, 1, False),
            (9, 3, True),
        ),
    ),
    "the clock jumps back": (
        3,
        tries(
            (1, 1, True),
            (0, 1, True),
            (0, 1, True),
            (0, 1, False),
            (0, 1, False),
            (1, 1, True),
            (1, 1, False),
            (1, 1, False),
            (2, 1, True),
            (2, 1, False),
            (2, 1, False),
        ),
    ),
    "fifteen at once": (5, [*tries(*[(0, 1, True)] * 5), *tries(*[(0, 1, False)] * 10)]),
    "one after the other": (2, [Take(0, 2, 0), Take(0, 2, 2), Take(3, 2, 4)]),
    "waiting and trying": (
        2,
        [Take(0, 3, None), Take(0, 2, 0), Try(1, 2, False), Take(1, 2, 2), Try(1, 1, False), Try(3, 1, True)],
    ),
    "more than the burst is refused and costs nothing": (2, [Take(0, 2, 0), Take(0, 3, None), Take(0, 2, 2)]),
    "the last one leaves": (2, [Take(0, 2, 0), Take(0, 2, 2, leaves=1), Take(1, 2, 2)]),
    "too late to leave": (2, [Take(0, 2, 0), Take(0, 2, 2, leaves=3), Take(3, 2, 4)]),
    "waiting while the clock jumps back": (2, [Take(1, 2, 1), Take(0, 1, 1), Take(2, 2, 3)]),
    "waiting": (3, [Take(0, 4, None), Take(0, 2, 0), Take(0, 3, 2)]),
    "what one that left has not taken is there": (3, [Take(0, 2, 0), Take(0, 3, 2, leaves=1), Take(1, 2, 1)]),
}

DIFFERENT: dict[str, tuple[int, list[Try | Take], list[int | None]]] = {
    # Go's reservations keep their times when one before them is cancelled; with us those behind move up.
    "one of those in the middle leaves": (
        2,
        [Take(0, 2, 0), Take(0, 1, 1, leaves=0), Take(0, 1, 2), Take(0, 1, 3)],
        [0, None, 1, 2],
    ),
    "two leave": (
        4,
        [Take(0, 4, 0), Take(0, 3, 3, leaves=1), Take(0, 1, 4), Take(0, 1, 5, leaves=1), Take(1, 3, 5)],
        [0, None, 1, None, 4],
    ),
}


class Clock:
    """Goes along with the loop's, and may be put back."""

    def __init__(self) -> None:
        self._shift = 1_000_000.0

    def __call__(self) -> float:
        return asyncio.get_running_loop().time() + self._shift

    @property
    def tenths(self) -> float:
        return (self() - 1_000_000.0) / TENTH

    async def reach(self, moment: int) -> None:
        """Wait for that moment, or put the clock back to it."""
        ahead = moment * (TENTH + A_HAIR) - self.tenths * TENTH
        if ahead < -TENTH / 2:
            self._shift += ahead
        await asyncio.sleep(max(0.0, ahead))


def bucket_of(version: str) -> Any:
    """The class of that version."""
    return names_of((RIGHT | WRONG)[version], KATA.folder / "ports.py")["TokenBucket"]


class Play:
    """One row of a table, played on a bucket."""

    def __init__(self, subject: str, capacity: int) -> None:
        self._subject = bucket_of(subject)
        self._capacity = capacity
        self.told: list[bool | int | None] = []

    async def run(self, row: list[Try | Take]) -> list[bool | int | None]:
        """What each was told: yes or no, or the moment at which it was let in, None if it was not."""
        self._clock = Clock()
        self._bucket: Any = self._subject(self._capacity, PER_SECOND, now=self._clock)
        self.told = [None] * len(row)
        callers: dict[int, asyncio.Task[None]] = {}
        for place, step in enumerate(row):
            await self._clock.reach(step.at)
            for other, caller in callers.items():
                self._leaves(row[other], step.at, caller)
            await asyncio.sleep(0)
            if isinstance(step, Try):
                self.told[place] = self._bucket.try_take(step.n)
            else:
                callers[place] = asyncio.create_task(self._takes(place, step.n))
                await asyncio.sleep(0)
        await asyncio.gather(*callers.values(), return_exceptions=True)
        return self.told

    def _leaves(self, step: Try | Take, now: int, caller: asyncio.Task[None]) -> None:
        if isinstance(step, Take) and step.leaves == now:
            caller.cancel()

    async def _takes(self, place: int, n: int) -> None:
        try:
            await self._bucket.take(n)
        except ValueError:
            return
        self.told[place] = round(self._clock.tenths)


def figures(row: list[Try | Take]) -> list[bool | int | None]:
    """What Go's limiter tells each of them. One that leaves in time is told nothing."""
    told: list[bool | int | None] = []
    for step in row:
        if isinstance(step, Try):
            told.append(step.ok)
        else:
            in_time = step.leaves is not None and step.due is not None and step.leaves < step.due
            told.append(None if in_time else step.due)
    return told


@pytest.mark.parametrize("title", SAME)
@pytest.mark.parametrize("subject", RIGHT)
def test_it_tells_what_gos_limiter_tells(subject: str, title: str) -> None:
    capacity, row = SAME[title]
    assert played(Play(subject, capacity).run(row)) == figures(row)


@pytest.mark.parametrize("title", DIFFERENT)
@pytest.mark.parametrize("subject", RIGHT)
def test_those_behind_one_that_leaves_move_up_and_with_go_they_do_not(subject: str, title: str) -> None:
    capacity, row, ours = DIFFERENT[title]
    assert played(Play(subject, capacity).run(row)) == ours
    assert figures(row) != ours


@pytest.mark.parametrize("subject", RIGHT)
def test_a_deadline_that_is_too_short_is_sat_out_where_gos_limiter_refuses_at_once(subject: str) -> None:
    async def row() -> float:
        clock = Clock()
        bucket = bucket_of(subject)(3, PER_SECOND, now=clock)
        await bucket.take(2)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(TENTH):
                await bucket.take(3)
        return clock.tenths

    assert round(played(row())) == 1  # 0 with Go, which reads the deadline off the caller's context


@pytest.mark.parametrize("subject", RIGHT)
def test_a_full_bucket_is_full_at_a_rate_that_no_float_can_say(subject: str) -> None:
    async def row() -> bool:
        return bool(bucket_of(subject)(1, 0.7692307692307693, now=Clock()).try_take())

    assert played(row())


@pytest.mark.parametrize(
    ("version", "seen_in"),
    [
        ("starter", ["waiting and trying", "more than the burst is refused and costs nothing", "waiting"]),
        ("waits-for-the-clock", ["the clock jumps back", "waiting while the clock jumps back"]),
        ("tries-pass", ["waiting and trying"]),
        ("paid-for-waiting", ["the last one leaves"]),
        ("each-for-itself", []),  # what newcomers do is in no row: that takes a race
    ],
)
def test_wrong_versions_are_seen(version: str, seen_in: list[str]) -> None:
    rows = SAME.items()
    assert [title for title, (capacity, row) in rows if played(Play(version, capacity).run(row)) != figures(row)] == seen_in
