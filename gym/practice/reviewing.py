"""What is due today: a memory of shapes, not of files, scheduled by FSRS.

A shape is seen whenever something of it was answered: a kata accepted or given up, a drill, a chain, a question. How it went
becomes one of FSRS's four ratings. The schedule is computed anew from all that is remembered, so nothing of it is stored.

FSRS is the Free Spaced Repetition Scheduler (Ye, Su and Cao, 2022), here by the library py-fsrs, without its steps of
minutes and without its random spread of intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum

from gym.curriculum import Kata
from gym.progress import KataProgress
from gym.progress.practice import Practised

FAST_S = 60
"""An answer within a minute came by itself."""
MANY_ATTEMPTS = 10


class Rating(IntEnum):
    """How well something was remembered, in FSRS's words and numbers."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """A shape was seen: when (UTC), in which piece, and how it went."""

    at: datetime
    shape: str
    piece: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Due:
    """When a shape is to be seen again, how often it was, and in which piece last."""

    shape: str
    at: datetime
    times: int
    last_piece: str
    last_at: datetime

    def is_due(self, now: datetime) -> bool:
        """Whether that is today or before, in UTC's days."""
        return self.at.date() <= now.date()


def rate_kata(progress: KataProgress, seconds: int, minutes: int) -> Rating | None:
    """By the verdict, hints, reruns and the time worked, against the kata's own `minutes`. None while it is open."""
    if progress.given_up_at is not None and (progress.accepted_at or progress.given_up_at) >= progress.given_up_at:
        return Rating.AGAIN
    if progress.accepted_at is None:
        return None
    if progress.hints or seconds > 2 * 60 * minutes or progress.attempts > MANY_ATTEMPTS:
        return Rating.HARD
    return Rating.EASY if progress.attempts <= 2 and seconds <= 60 * minutes else Rating.GOOD


def rate_answer(practised: Practised) -> Rating:
    """By how much was right, and by the time; no time is known of an answer that was given in options."""
    if practised.score >= 1:
        return Rating.EASY if 0 < practised.seconds <= FAST_S else Rating.GOOD
    return Rating.HARD if practised.score >= 0.5 else Rating.AGAIN


def seen_in(
    katas: Iterable[Kata], progress: Mapping[str, KataProgress], seconds: Mapping[str, int], answers: Iterable[Practised]
) -> list[Seen]:
    """Everything that says how well a shape is remembered, in the order of time."""
    found = []
    for kata in katas:
        known = progress.get(kata.id)
        rating = rate_kata(known, seconds.get(kata.id, 0), kata.minutes) if known is not None else None
        if known is not None and rating is not None:
            moment = known.given_up_at if rating is Rating.AGAIN else known.accepted_at
            at = datetime.fromisoformat(moment or known.touched_at or "")
            found += [Seen(at, shape, kata.id, rating) for shape in kata.shapes]
    for each in answers:
        at = datetime.fromisoformat(each.at)
        found += [Seen(at, shape, f"{each.kind} {each.piece}", rate_answer(each)) for shape in each.shapes]
    return sorted(found, key=lambda seen: seen.at)


def by_day(seen: Sequence[Seen]) -> list[Seen]:
    """What was seen of a shape in one day is one review, as good as its worst moment: an evening's practice is no month."""
    days: dict[tuple[str, str], Seen] = {}
    for each in seen:
        key = each.shape, each.at.astimezone(UTC).date().isoformat()
        worst = min(each.rating, days[key].rating) if key in days else each.rating
        days[key] = Seen(each.at, each.shape, each.piece, worst)
    return sorted(days.values(), key=lambda each: each.at)


def due_shapes(seen: Sequence[Seen]) -> list[Due]:
    """Each shape that was ever seen, by when it is due, the longest overdue first. `seen` is in the order of time."""
    from fsrs import Card, Scheduler
    from fsrs import Rating as FsrsRating

    scheduler = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    cards: dict[str, Card] = {}
    found: dict[str, Due] = {}
    for each in by_day(seen):
        at = each.at.astimezone(UTC)
        card = cards.get(each.shape) or Card(card_id=1, due=at)
        last = found.get(each.shape)
        cards[each.shape], _log = scheduler.review_card(card, FsrsRating(each.rating), at)
        times = last.times + 1 if last is not None else 1
        found[each.shape] = Due(each.shape, cards[each.shape].due, times, each.piece, at)
    return sorted(found.values(), key=lambda due: (due.at, due.shape))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece that has a shape: its command, and what it is called in what is remembered."""

    command: str
    piece: str
    shapes: tuple[str, ...]


def another_piece(due: Due, candidates: Sequence[Candidate], last_seen: Mapping[str, datetime]) -> Candidate | None:
    """The shape in another dress: a piece never seen, else the one seen longest ago, and never the last one again."""
    fitting = [each for each in candidates if due.shape in each.shapes and each.piece != due.last_piece]
    never = datetime.min.replace(tzinfo=UTC)
    return min(fitting, key=lambda each: last_seen.get(each.piece, never), default=None)
