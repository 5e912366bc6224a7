"""What is due: ratings from how it went, and FSRS's days from the ratings."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from gym.practice.reviewing import Candidate, Rating, Seen, another_piece, due_shapes, rate_answer, rate_kata
from gym.progress import KataProgress
from gym.progress.practice import Practised

DAY = datetime(2026, 3, 1, 9, tzinfo=UTC)
ACCEPTED = KataProgress("02", accepted_at="2026-03-01T09:00:00+00:00", attempts=5)


@pytest.mark.parametrize(
    ("progress", "seconds", "rating"),
    [
        (ACCEPTED, 600, Rating.GOOD),
        (replace(ACCEPTED, attempts=2), 600, Rating.EASY),
        (replace(ACCEPTED, attempts=2), 1300, Rating.GOOD),
        (replace(ACCEPTED, hints=1), 600, Rating.HARD),
        (replace(ACCEPTED, attempts=11), 600, Rating.HARD),
        (ACCEPTED, 2401, Rating.HARD),
        (replace(ACCEPTED, given_up_at="2026-02-01T09:00:00+00:00"), 600, Rating.AGAIN),
        (replace(ACCEPTED, given_up_at="2026-04-01T09:00:00+00:00"), 600, Rating.GOOD),
        (KataProgress("02", given_up_at="2026-02-01T09:00:00+00:00"), 600, Rating.AGAIN),
        (KataProgress("02", attempts=3), 600, None),
    ],
)
def test_a_kata_of_twenty_minutes_is_rated_by_hints_reruns_and_time(
    progress: KataProgress, seconds: int, rating: Rating | None
) -> None:
    assert rate_kata(progress, seconds, 20) == rating


@pytest.mark.parametrize(
    ("score", "seconds", "rating"),
    [
        (1.0, 30.0, Rating.EASY),
        (1.0, 90.0, Rating.GOOD),
        (1.0, 0.0, Rating.GOOD),
        (0.5, 5.0, Rating.HARD),
        (0.4, 5.0, Rating.AGAIN),
    ],
)
def test_an_answer_is_rated_by_its_score_and_time(score: float, seconds: float, rating: Rating) -> None:
    assert rate_answer(Practised("2026-03-01", "drill", "x", ("ordering",), score, seconds)) == rating


def test_what_went_well_comes_back_later() -> None:
    waits = {}
    for rating in Rating:
        due = due_shapes([Seen(DAY, "ordering", "drill x", rating)])[0]
        waits[rating] = (due.at - DAY).days
    assert waits == {Rating.AGAIN: 1, Rating.HARD: 1, Rating.GOOD: 2, Rating.EASY: 8}


def test_a_shape_that_was_seen_again_waits_longer_and_the_longest_overdue_comes_first() -> None:
    seen = [
        Seen(DAY, "ordering", "drill x", Rating.GOOD),
        Seen(DAY, "lifecycle", "drill y", Rating.GOOD),
        Seen(DAY + timedelta(days=2), "ordering", "quiz z", Rating.GOOD),
    ]
    first, second = due_shapes(seen)
    assert (first.shape, second.shape, second.times, second.last_piece) == ("lifecycle", "ordering", 2, "quiz z")
    assert (second.at - second.last_at).days > (first.at - first.last_at).days
    assert not first.is_due(DAY)
    assert first.is_due(DAY + timedelta(days=2))


def test_what_was_seen_in_one_day_is_one_review_as_good_as_its_worst_moment() -> None:
    later = DAY + timedelta(hours=2)
    seen = [Seen(DAY, "ordering", "a", Rating.EASY), Seen(later, "ordering", "b", Rating.HARD)] * 2
    (due,) = due_shapes(sorted(seen, key=lambda each: each.at))
    assert (due.times, due.last_piece, due.last_at) == (1, "b", later)
    assert due.at == due_shapes([Seen(later, "ordering", "b", Rating.HARD)])[0].at


def test_a_shape_comes_back_in_another_piece() -> None:
    due = due_shapes([Seen(DAY, "ordering", "drill x", Rating.GOOD)])[0]
    pieces = [
        Candidate(f"gym {name}", name, (shape,))
        for name, shape in (("drill x", "ordering"), ("a", "ordering"), ("b", "ordering"))
    ]
    assert another_piece(due, pieces, {"drill x": DAY}) == pieces[1]
    assert another_piece(due, pieces, {"drill x": DAY, "a": DAY}) == pieces[2]
    assert another_piece(due, pieces, {"a": DAY + timedelta(days=1), "b": DAY}) == pieces[2]
    assert another_piece(due, pieces[:1], {}) is None
