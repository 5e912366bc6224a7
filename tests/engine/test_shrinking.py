"""A failing schedule is brought down to fewest deviations, then the shortest, in few runs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gym.engine.exploration import Exploration, Limits
from gym.engine.schedule import Deviation, Execution, Failure
from gym.engine.shrinking import MAX_RUNS, Shrinker
from gym.engine.strategies import Directed, RandomWalk, Strategy
from tests.engine.toy import Toy


def shrunk(toy: Toy, schedule: tuple[Deviation, ...]) -> tuple[tuple[Deviation, ...], int]:
    failing = toy.run(Directed(schedule))
    assert failing.failure is not None
    shrinker = Shrinker(toy.run, failing)
    return shrinker.shrink().schedule, shrinker.runs


def test_what_does_not_matter_is_dropped() -> None:
    toy = Toy((2, 2), breaks=lambda order: order[0] == "b")
    wild = (Deviation(0, "b"), Deviation(2, "b"))
    assert shrunk(toy, wild) == ((Deviation(0, "b"),), 2)


def test_two_deviations_that_need_each_other_stay() -> None:
    toy = Toy((3, 3), breaks=lambda order: order[:2] == ["b", "b"])
    wanted = (Deviation(0, "b"), Deviation(1, "b"))
    assert shrunk(toy, (*wanted, Deviation(2, "b"))) == (wanted, 8)


def test_a_failure_of_the_default_schedule_shrinks_to_nothing() -> None:
    toy = Toy((2, 2), breaks=lambda order: True)
    assert shrunk(toy, (Deviation(0, "b"), Deviation(1, "b"))) == ((), 1)


def test_shrinking_gives_up_after_its_cap() -> None:
    toy = Toy((30, 30), breaks=lambda order: order.count("b") > 1 and order[:20] == ["b"] * 20)
    failing = toy.run(Directed(tuple(Deviation(index, "b") for index in range(25))))
    shrinker = Shrinker(toy.run, failing)
    shrinker.shrink()
    assert shrinker.runs <= MAX_RUNS


@pytest.mark.parametrize("seed", range(8))
def test_what_a_random_walk_found_shrinks_to_the_cheapest_there_is(seed: int) -> None:
    def breaks(order: list[str]) -> bool:
        return "bb" in "".join(order) and order[-1] == "a"

    toy = Toy((3, 3), breaks)
    cheapest = Exploration(toy.run, Limits())
    cheapest.advance(1_000)
    assert cheapest.failing is not None
    random, failing = Random(seed), None
    while failing is None or failing.failure is None:
        failing = toy.run(RandomWalk(random))
    shrinker = Shrinker(toy.run, failing)
    assert shrinker.shrink().cost == cheapest.failing.cost == 3
    assert shrinker.runs == 17


def test_a_cheaper_failure_of_another_claim_is_not_taken_for_it() -> None:
    toy = Toy((3, 3), breaks=lambda order: order[:2] == ["b", "b"] or order[:2] == ["a", "b"])
    failing = toy.run(Directed((Deviation(0, "b"), Deviation(1, "b"))))
    assert failing.failure is not None

    def run(strategy: Strategy) -> Execution:
        execution = toy.run(strategy)
        other = execution.failure is not None and toy.orders[-1].startswith("a b")
        return replace(execution, failure=Failure("rejected", "another", "another")) if other else execution

    shrunk_to = Shrinker(run, failing).shrink()
    assert shrunk_to.schedule == (Deviation(0, "b"), Deviation(1, "b"))


def test_nothing_below_is_tried_again_where_it_is_known_to_pass() -> None:
    toy = Toy((3, 3), breaks=lambda order: order[:2] == ["b", "b"])
    failing = toy.run(Directed((Deviation(0, "b"), Deviation(1, "b"))))
    runs = []
    for nothing_below in (True, False):
        shrinker = Shrinker(toy.run, failing, nothing_below=nothing_below)
        shrinker.shrink()
        runs.append(shrinker.runs)
    assert runs == [3, 7]
