"""What a bucket does that counts exactly: who may be in by when, and who must be. Seconds are the loop's, from its start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

Told = Callable[[float], float]
_ROUNDING = 0.003
"""Tokens that come in a millisecond: so much may be missing."""


@dataclass(frozen=True)
class Asked:
    """Somebody asked for n tokens, at this moment."""

    name: str
    n: int
    at: float


@dataclass(frozen=True)
class LetIn:
    """Somebody was let in, at this moment."""

    name: str
    n: int
    at: float


@dataclass
class Bucket:
    """Tokens by a clock that is given in moments of the loop's."""

    capacity: int
    per_second: float
    told: Told

    def __post_init__(self) -> None:
        self.tokens = float(self.capacity)
        self._looked = self.told(0.0)

    def look(self, at: float) -> None:
        """Count what has come in; where the clock was set back, nothing has."""
        now = self.told(at)
        self.tokens = min(float(self.capacity), self.tokens + max(0.0, now - self._looked) * self.per_second)
        self._looked = now


def left_over(let_in: Iterable[LetIn], capacity: int, per_second: float, told: Told, at: float) -> float:
    """How many tokens an exact bucket has at this moment, after all who were let in."""
    bucket = Bucket(capacity, per_second, told)
    for each in let_in:
        bucket.look(each.at)
        bucket.tokens -= each.n
    bucket.look(at)
    return bucket.tokens


def within_the_rate(let_in: Iterable[LetIn], capacity: int, per_second: float, told: Told) -> bool:
    """Whether an exact bucket would have had the tokens for all of them."""
    bucket = Bucket(capacity, per_second, told)
    for each in let_in:
        bucket.look(each.at)
        bucket.tokens -= each.n
        if bucket.tokens < -_ROUNDING:
            return False
    return True


def latest(asked: Sequence[Asked], capacity: int, per_second: float, told: Told) -> list[LetIn]:
    """When each is let in by a bucket that looks at the clock only when the first in line has come, or has slept."""
    bucket = Bucket(capacity, per_second, told)
    let_in: list[LetIn] = []
    at = 0.0
    for each in asked:
        at = max(at, each.at)
        bucket.look(at)
        while bucket.tokens < each.n - _ROUNDING:
            at += (each.n - bucket.tokens) / per_second
            bucket.look(at)
        bucket.tokens -= each.n
        let_in.append(LetIn(each.name, each.n, at))
    return let_in
