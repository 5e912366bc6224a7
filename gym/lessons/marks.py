"""Lines of a listing that a learner is to find, and what an answer found of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, replace
from typing import Annotated

import msgspec

from gym.curriculum.schema import Sentence
from gym.errors import ContentError


class MarkEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line by what stands in it, without its indentation; `nth` of those that read alike, from 1.

    Whoever marks another line in which one of `also` stands means this one: state is used in more lines than one.
    """

    line: Annotated[str, msgspec.Meta(min_length=1)]
    why: Sentence
    nth: Annotated[int, msgspec.Meta(ge=1)] = 1
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A line by its number, from 1, and what there is to say of it; those in `also` stand for it."""

    line: int
    why: str
    also: frozenset[int] = frozenset()

    def is_in(self, chosen: Set[int]) -> bool:
        """Whether it, or a line that stands for it, was chosen."""
        return self.line in chosen or bool(self.also & chosen)

    def shown_for(self, chosen: Set[int]) -> int:
        """The line to tell it by: its own, or else the first of those chosen that stand for it."""
        return self.line if self.line in chosen else min(self.also & chosen, default=self.line)


@dataclass(frozen=True, slots=True)
class Marked:
    """What an answer has of the marks, what it missed, and lines that are none, with why where that is known."""

    right: tuple[Mark, ...]
    missed: tuple[Mark, ...]
    wrong: tuple[Mark, ...]

    @property
    def all_right(self) -> bool:
        """Whether nothing was missed, and nothing marked that is no mark."""
        return not self.missed and not self.wrong


def find_marks(place: str, listing: str, entries: Iterable[MarkEntry]) -> tuple[Mark, ...]:
    """Each entry's line. Raises ContentError, which begins with `place`, for one that does not stand there."""
    lines = [line.strip() for line in listing.splitlines()]
    marks = []
    for entry in entries:
        found = [number for number, line in enumerate(lines, 1) if line == entry.line.strip()]
        if len(found) < entry.nth:
            raise ContentError(
                f"{place}: the line {entry.line!r} stands there {len(found)} times, and number {entry.nth} is marked."
            )
        also = frozenset(number for number, line in enumerate(lines, 1) if any(name in line for name in entry.also))
        marks.append(Mark(found[entry.nth - 1], entry.why, also))
    return tuple(sorted(marks, key=lambda mark: mark.line))


def compare_marks(answer: Iterable[int], marks: Sequence[Mark], harmless: Sequence[Mark] = ()) -> Marked:
    """What an answer, as line numbers, has of `marks`; `harmless` are tempting lines, with why they are none."""
    chosen = set(answer)
    meant = {line for mark in marks for line in (mark.line, *mark.also)}
    right = tuple(replace(mark, line=mark.shown_for(chosen)) for mark in marks if mark.is_in(chosen))
    missed = tuple(mark for mark in marks if not mark.is_in(chosen))
    known = {line: mark for mark in reversed(harmless) for line in (*mark.also, mark.line)}
    wrong = {known.get(line, Mark(line, "")) for line in chosen - meant}
    return Marked(right, missed, tuple(sorted(wrong, key=lambda mark: mark.line)))
