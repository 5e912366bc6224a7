"""Replay follows to the letter, a hand may choose anything, and an order changes when a schedule is run, not whether."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gym.engine.exploration import Exploration, Limits
from gym.engine.orders import ByCost, DepthFirst
from gym.engine.schedule import Deviation
from gym.engine.strategies import ByHand, Directed, Divergence, Replay
from tests.engine.toy import Toy


def test_a_replay_runs_the_schedule_as_it_was() -> None:
    toy = Toy((2, 2), ties=True)
    schedule = (Deviation(0, "b"), Deviation(1, "a"))
    replay = Replay(schedule)
    assert toy.run(replay).schedule == schedule
    assert toy.orders == ["b+a a b"]
    assert replay.unmet() is None


def test_a_replay_says_which_choice_is_not_there() -> None:
    with pytest.raises(Divergence, match="at choice 1 the event c is not possible; possible: a, b"):
        Toy((2, 2)).run(Replay((Deviation(0, "b"), Deviation(1, "c"))))


def test_a_replay_knows_what_it_never_came_to() -> None:
    replay = Replay((Deviation(0, "b"), Deviation(9, "a")))
    Toy((2, 2)).run(replay)
    assert replay.unmet() == Deviation(9, "a")


def test_a_hand_is_asked_at_every_choice() -> None:
    menus: list[Sequence[str]] = []

    def last(kind: str, options: Sequence[str]) -> int:
        menus.append(tuple(options))
        return len(options) - 1

    toy = Toy((2, 1))
    execution = toy.run(ByHand(last))
    assert toy.orders == ["b a a"]
    assert menus == [("a", "b")]
    assert execution.schedule == (Deviation(0, "b"),)


def test_a_hand_goes_on_where_a_schedule_ends() -> None:
    asked: list[Sequence[str]] = []

    def first(kind: str, options: Sequence[str]) -> int:
        asked.append(tuple(options))
        return 0

    toy = Toy((2, 2))
    execution = toy.run(ByHand(first, (Deviation(0, "b"), Deviation(1, "b"))))
    assert toy.orders == ["b b a a"]
    assert asked == []
    assert execution.cost == 2


def test_a_pause_by_hand_comes_where_it_was_asked_for() -> None:
    toy = Toy((1, 1), polls=2)
    execution = toy.run(ByHand(lambda kind, options: 2 if kind == "pause" else 0))
    assert toy.orders == ["a 2!b"]
    assert toy.run(Replay(execution.schedule)).schedule == execution.schedule


def test_a_hand_that_points_beside_the_menu_is_told() -> None:
    with pytest.raises(IndexError, match="there are 2 options, not 3"):
        Toy((1, 1)).run(ByHand(lambda kind, options: 2))


@pytest.mark.parametrize(("ties", "polls"), [(False, 0), (True, 0), (True, 2)])
def test_depth_first_runs_the_same_schedules(ties: bool, polls: int) -> None:
    ran = []
    for order in (ByCost(), DepthFirst()):
        toy = Toy((2, 2), ties=ties, polls=polls)
        exploration = Exploration(toy.run, Limits(), order)
        exploration.advance(20_000)
        assert exploration.exhausted
        ran.append(sorted(toy.orders))
    assert ran[0] == ran[1]


def test_depth_first_holds_few_schedules_and_finds_the_simplest_failure_late() -> None:
    def breaks(order: list[str]) -> bool:
        return order[0] == "b"

    by_cost, depth_first = Toy((3, 3), breaks), Toy((3, 3), breaks)
    Exploration(by_cost.run, Limits()).advance(1_000)
    exploration = Exploration(depth_first.run, Limits(), DepthFirst())
    exploration.advance(1_000)
    assert (by_cost.runs, depth_first.runs) == (2, 11)


def test_a_bound_on_the_cost_is_kept_depth_first() -> None:
    toy = Toy((3, 3))
    exploration = Exploration(toy.run, Limits(), DepthFirst())
    exploration.advance(1_000, max_cost=1)
    assert exploration.coverage().by_cost == (1, 3)


def test_only_choices_after_the_last_deviation_are_recorded() -> None:
    execution = Toy((2, 2)).run(Directed((Deviation(1, "b"),)))
    assert [point.ordinal for point in execution.points] == [2]
