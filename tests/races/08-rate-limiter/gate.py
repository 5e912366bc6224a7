"""The world of the rate limiter's races: a bucket, who asks it for tokens, and clocks that are not the loop's.

One token comes in each third of a second, so that what is due falls between the beats of whoever looks every so often.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from gym.race import Flow, World, call
from gym.race.steps import Step

from .exact import Asked, LetIn, latest, left_over, within_the_rate

PER_SECOND = 3
THIRD = 1 / PER_SECOND
MILLISECOND = 0.001
LATE = 0.005
"""Who rounds each sleep up to a millisecond may be several late in the end; who looks every ten is later."""
HOUR = 3600.0
ORIGIN = 1_000_000.0
"""What the clocks of the races show at the beginning, when the loop's shows 0."""
BUDGET = 4_000
EARLY = "nobody is let in before its tokens are there"

Told = Callable[[float], float]
"""What a clock tells when the loop's shows so many seconds; both begin at 0 here."""


def along(at: float) -> float:
    """A clock that goes along with the loop's."""
    return at


class ByHand:
    """A clock that stands `at` so many seconds after its beginning, until it is put elsewhere."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return ORIGIN + self.at


@dataclass
class Gate:
    """A bucket and those who ask it for tokens. `counts` is the clock by which nobody may be let in too early."""

    world: World
    capacity: int
    told: Told = along
    counts: Told | None = None
    asked: list[Asked] = field(default_factory=list)
    let_in: list[LetIn] = field(default_factory=list)
    left_at: dict[str, float] = field(default_factory=dict)
    gone_at: dict[str, float] = field(default_factory=dict)
    _flows: dict[str, Flow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        now = self.world.clock("now", lambda: round(ORIGIN + self.told(self.world.now), 6))
        self.bucket = self.world.subject("TokenBucket", self.capacity, PER_SECOND, now=now)
        self.world.watch("tokens", lambda: f"{self._left_over():.2f}")

    def _left_over(self) -> float:
        return left_over(self.let_in, self.capacity, PER_SECOND, self.told, self.world.now)

    def never_too_early(self) -> None:
        """After every step: all who are in had their tokens by then."""
        counts = self.counts or self.told
        self.world.always(EARLY, lambda: within_the_rate(self.let_in, self.capacity, PER_SECOND, counts))

    def check_not_early(self, count: int) -> None:
        """The same at the end, for the first ones and races with early events, where some are seen a little late."""
        taken = 0
        for each in self.let_in[:count]:
            taken += each.n
            fine = each.at > (taken - self.capacity) / PER_SECOND - MILLISECOND
            self.world.check(fine, EARLY, f"{each.name} after {each.at:.3f} s")

    def come(self, *names: str, n: int = 1, after: Iterable[Flow] = ()) -> list[Flow]:
        """Callers who take n tokens each."""
        came = [self.world.flow(name, self._takes(name, n), after=after) for name in names]
        self._flows.update((flow.name, flow) for flow in came)
        return came

    def _takes(self, name: str, n: int) -> Callable[[], Generator[Step, Any, object]]:
        def script() -> Generator[Step, Any, object]:
            self.asked.append(Asked(name, n, self.world.now))
            got = yield call(self.bucket.take, *([] if n == 1 else [n]))
            self.let_in.append(LetIn(name, n, self.world.now))
            return got

        return script

    def tries(self, name: str) -> Generator[Step, Any, bool]:
        """A step of a script: try to take a token, and tell whether that did it."""
        got = yield call(self.bucket.try_take)
        if got is True:
            self.let_in.append(LetIn(name, 1, self.world.now))
        return got is True

    def note_leaving(self, *flows: Flow) -> None:
        """Keep the moments at which these are sent away, and at which they have gone."""

        def note() -> bool:
            for flow in flows:
                if flow.cancel_sent:
                    self.left_at.setdefault(flow.name, self.world.now)
                if flow.ended:
                    self.gone_at.setdefault(flow.name, self.world.now)
            return True

        self.world.always("the moments of leaving are noted", note)

    def check_order(self, *gone: str) -> None:
        """Those who did not go away were let in in the order in which they asked."""
        asked = [each.name for each in self.asked if each.name not in gone]
        found = [each.name for each in self.let_in if each.name in asked]
        claim = "they are let in in the order of asking"
        self.world.check(found == asked, claim, f"asked {asked}, let in {found}")

    def check_times(self, *gone: str, behind: Iterable[str] = ()) -> None:
        """None of them was let in later than when the first in line finds its tokens there; those `behind` by moving up."""
        found = {each.name: each.at for each in self.let_in}
        for due in latest(self._staying(gone), self.capacity, PER_SECOND, self.told):
            at = found.get(due.name)
            fine = at is not None and at < due.at + LATE
            claim = "who stands behind moves up" if due.name in behind else "each is let in when its tokens are there"
            came = told(self._flows[due.name]) if at is None else f"after {at:.3f} s, not {due.at:.3f} s"
            self.world.check(fine, claim, f"{due.name}: {came}")

    def _staying(self, gone: Iterable[str]) -> list[Asked]:
        """Those who did not go away, as if they had asked when the last one before them had gone."""
        staying, way_free = [], 0.0
        for each in self.asked:
            if each.name in gone:
                way_free = max(way_free, self.left_at[each.name])
            else:
                staying.append(replace(each, at=max(each.at, way_free)))
        return staying


def pause(world: World, seconds: float) -> Step:
    """A step of a script: nothing but time goes on."""
    return call(world.function("asyncio:sleep"), seconds)


def later(world: World, seconds: float, after: Iterable[Flow]) -> Flow:
    """A flow in which nothing but time goes on."""
    return world.flow(f"{seconds} s go by", world.function("asyncio:sleep"), seconds, after=after)


def told(flow: Flow) -> str:
    """What this caller came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome
