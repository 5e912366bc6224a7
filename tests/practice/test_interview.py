"""The clock, the scores and the ticket of an interview."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from gym.curriculum import Kata, all_katas, find_kata
from gym.practice.interview import (
    choose_kata,
    end_stage,
    note_score,
    stage_at_hand,
    stages_of,
    timetable,
    total_score,
)
from gym.progress.interviews import Interview

BEGAN = datetime.fromisoformat("2026-03-01T09:00:00+00:00")


def interview(minutes: int = 40) -> Interview:
    return Interview(1, "00-warm-up", 7, minutes, BEGAN.isoformat())


@pytest.fixture(scope="module")
def warm_up() -> Kata:
    return find_kata("00")


def minutes_of(moment: datetime) -> float:
    return (moment - BEGAN) / timedelta(minutes=1)


def test_the_stages_share_the_time(warm_up: Kata) -> None:
    table = timetable(interview(), warm_up)
    assert [(stage.name, minutes_of(stage.until)) for stage in table] == [
        ("spot", 6),
        ("prove", 16),
        ("fix", 34),
        ("say", 40),
    ]


def test_a_stage_that_a_kata_does_not_have_leaves_its_time_to_the_others() -> None:
    part = next(kata for kata in all_katas() if "/" in kata.id and kata.promise is None)
    assert stages_of(part) == ("fix", "say")
    assert [minutes_of(stage.until) for stage in timetable(interview(), part)] == [30, 40]


def test_the_stage_at_hand_is_the_first_that_is_not_over(warm_up: Kata) -> None:
    begun = interview()
    names = []
    while (stage := stage_at_hand(begun, warm_up)) is not None:
        names.append(stage.name)
        end_stage(begun, stage)
    assert names == ["spot", "prove", "fix", "say"]


def test_the_best_score_in_time_counts_and_hints_are_paid_in_the_fix(warm_up: Kata) -> None:
    begun = interview()
    spot, _prove, fix, _say = timetable(begun, warm_up)
    assert note_score(begun, spot, 0.75, spot.until)
    assert note_score(begun, spot, 0.5, BEGAN)
    assert not note_score(begun, spot, 1.0, spot.until + timedelta(seconds=1))
    assert end_stage(begun, spot) == 0.75
    begun.hints = 2
    note_score(begun, fix, 0.9, BEGAN)
    assert end_stage(begun, fix) == 0.7
    assert begun.best == {}


def test_hints_never_cost_more_than_there_is(warm_up: Kata) -> None:
    begun = interview()
    begun.hints = 5
    assert end_stage(begun, timetable(begun, warm_up)[2]) == 0.0


def test_the_whole_is_weighed_by_the_stages_that_there_were() -> None:
    assert total_score({"spot": 1.0, "prove": 0.0, "fix": 0.9, "say": 0.667}) == 0.693
    assert total_score({"fix": 0.5, "say": 1.0}) == 0.667
    assert total_score({}) == 0.0


def test_the_ticket_is_unseen_as_long_as_there_is_one() -> None:
    katas = all_katas()
    ids = [kata.id for kata in katas if "/" not in kata.id]
    for seed in range(30):
        assert choose_kata(katas, ids[1:], seed, seed_alone=False).id == ids[0]
        assert "/" not in choose_kata(katas, ids, seed, seed_alone=False).id


def test_two_people_with_one_seed_get_the_same_ticket() -> None:
    katas = all_katas()
    seen = [katas[0].id, katas[1].id]
    for seed in range(30):
        assert choose_kata(katas, seen, seed, seed_alone=True) == choose_kata(katas, (), seed, seed_alone=True)
