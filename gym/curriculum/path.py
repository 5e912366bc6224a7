"""The way through the katas: what each asks for first, and which is next."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from gym.curriculum.kata import Kata


def suggested(katas: Iterable[Kata], done: Collection[str]) -> Kata | None:
    """The kata to do next, of those whose ids are not in `done`; None when all are.

    One whose prerequisites are done comes before one that asks for more, and the lower level before the higher; of equal
    ones the first in `katas`.
    """
    left = [kata for kata in katas if kata.id not in done]
    return min(left, key=lambda kata: (bool(missing(kata, done)), kata.level), default=None)


def missing(kata: Kata, done: Collection[str]) -> tuple[str, ...]:
    """The ids of the katas that this one builds on and that are not in `done`."""
    return tuple(each for each in kata.prerequisites if each not in done)
