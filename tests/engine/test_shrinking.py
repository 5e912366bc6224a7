"""A failing schedule is brought down to fewest deviations, then the shortest, in few runs."""

from __future__ import annotations

from gym.engine.schedule import Deviation
from gym.engine.shrinking import MAX_RUNS, Shrinker
from gym.engine.strategies import Directed
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
    assert shrunk(toy, (*wanted, Deviation(2, "b"))) == (wanted, 4)


def test_a_failure_of_the_default_schedule_shrinks_to_nothing() -> None:
    toy = Toy((2, 2), breaks=lambda order: True)
    assert shrunk(toy, (Deviation(0, "b"), Deviation(1, "b"))) == ((), 1)


def test_shrinking_gives_up_after_its_cap() -> None:
    toy = Toy((30, 30), breaks=lambda order: order.count("b") > 1 and order[:20] == ["b"] * 20)
    failing = toy.run(Directed(tuple(Deviation(index, "b") for index in range(25))))
    shrinker = Shrinker(toy.run, failing)
    shrinker.shrink()
    assert shrinker.runs <= MAX_RUNS
