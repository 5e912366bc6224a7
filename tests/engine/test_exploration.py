"""Every schedule once, in order of cost, and honest numbers about it."""

from __future__ import annotations

from itertools import permutations
from math import factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gym.engine.exploration import Exploration, Limits
from gym.engine.orders import ByCost
from tests.engine.toy import Toy


def explore(toy: Toy, budget: int = 100_000) -> Exploration:
    exploration = Exploration(toy.run, Limits(budget))
    exploration.advance(budget)
    return exploration


def interleavings(flows: tuple[int, ...]) -> int:
    return factorial(sum(flows)) // prod(map(factorial, flows))


@pytest.mark.parametrize(("flows", "count"), [((2, 2), 6), ((2, 2, 2), 90), ((5, 5), 252), ((1, 1, 1, 1), 24), ((3,), 1)])
def test_all_interleavings_are_executed_once(flows: tuple[int, ...], count: int) -> None:
    toy = Toy(flows)
    exploration = explore(toy)
    assert count == interleavings(flows)
    assert exploration.exhausted
    assert exploration.coverage().ordered == count
    assert sorted(set(toy.orders)) == sorted({" ".join(order) for order in permutations(letters(flows))})


def letters(flows: tuple[int, ...]) -> list[str]:
    return [letter for letter, count in zip("abcdef", flows, strict=False) for _ in range(count)]


@given(st.lists(st.integers(1, 3), min_size=1, max_size=3))
@settings(max_examples=25, deadline=None)
def test_the_count_is_the_multinomial_whatever_the_flows(flows: list[int]) -> None:
    toy = Toy(tuple(flows))
    exploration = explore(toy)
    probes = toy.runs - exploration.coverage().ordered
    assert exploration.coverage().ordered == interleavings(tuple(flows))
    assert len(set(toy.orders)) == interleavings(tuple(flows))
    assert probes in (0, 24)


def brute_force_with_ties(left: tuple[int, ...]) -> set[str]:
    """All orders of polls, each with one step or an ordered pair of two."""
    if not any(left):
        return {""}
    found = set()
    for first, steps in enumerate(left):
        if not steps:
            continue
        after = tuple(count - (index == first) for index, count in enumerate(left))
        found |= {f"{'abcdef'[first]} {rest}".strip() for rest in brute_force_with_ties(after)}
        for second, more in enumerate(after):
            if more:
                rest_left = tuple(count - (index == second) for index, count in enumerate(after))
                word = f"{'abcdef'[first]}+{'abcdef'[second]}"
                found |= {f"{word} {rest}".strip() for rest in brute_force_with_ties(rest_left)}
    return found


@pytest.mark.parametrize("flows", [(1, 1), (2, 1), (2, 2), (1, 1, 1)])
def test_ties_multiply_the_tree_by_ordered_pairs(flows: tuple[int, ...]) -> None:
    toy = Toy(flows, ties=True)
    assert explore(toy).exhausted
    assert set(toy.orders) == brute_force_with_ties(flows)
    assert len(toy.orders) == len(set(toy.orders))


def test_pauses_are_explored_at_every_poll() -> None:
    toy = Toy((1, 1), polls=2)
    assert explore(toy).exhausted
    assert sorted(toy.orders) == ["a 1!b", "a 2!b", "a b", "b 1!a", "b 2!a", "b a"]


def test_costs_never_go_down_and_the_first_failure_is_the_cheapest() -> None:
    toy = Toy((3, 3), breaks=lambda order: order[:2] == ["b", "b"])
    exploration = explore(toy)
    assert exploration.failing is not None
    assert exploration.failing.cost == 2
    assert toy.runs == 5, "the default, three at cost 1, and the first of cost 2"


def test_a_tree_larger_than_the_budget_ends_in_random_walks_and_says_so() -> None:
    toy = Toy((4, 4, 4))
    exploration = explore(toy, budget=2_000)
    words = exploration.coverage().words("L0")
    assert toy.runs == 2_000
    assert not exploration.exhausted
    assert "at random, seed 7" in words
    assert words.endswith("(L0)")
    assert not words.startswith("all 34,650")


def test_the_estimate_of_a_tree_is_near_its_size() -> None:
    toy = Toy((4, 4, 4))
    exploration = explore(toy, budget=3_000)
    estimate = exploration.coverage().estimate
    assert estimate is not None
    assert estimate == pytest.approx(interleavings((4, 4, 4)), rel=0.15)


def test_the_same_seed_gives_the_same_walks() -> None:
    one, other = Toy((4, 4, 4)), Toy((4, 4, 4))
    explore(one, budget=1_500)
    explore(other, budget=1_500)
    assert one.orders == other.orders


def test_a_quick_pass_stops_at_its_cost_and_the_full_pass_goes_on_from_there() -> None:
    toy = Toy((3, 3))
    exploration = Exploration(toy.run, Limits(1_000))
    exploration.advance(1_000, max_cost=1)
    assert exploration.coverage().by_cost == (1, 3)
    exploration.advance(1_000)
    assert exploration.exhausted
    assert len(toy.orders) == 20


class Untrimmed(ByCost):
    """Keeps whatever waits."""

    def trim(self, takes: int) -> None:
        """Nothing is left out."""


@pytest.mark.parametrize("budget", [1, 7, 60, 450, 900, 2_000])
@pytest.mark.parametrize("ties", [False, True])
def test_what_a_budget_cannot_reach_is_counted_and_no_longer_held(budget: int, ties: bool) -> None:
    found = []
    for order in (ByCost(), Untrimmed()):
        toy = Toy((3, 3, 3), ties=ties)
        exploration = Exploration(toy.run, Limits(budget), order)
        exploration.advance(budget // 2)
        exploration.advance(budget)
        found.append((toy.orders, exploration.coverage(), exploration.exhausted, len(order)))
    assert found[0] == found[1]


def test_no_more_is_held_than_the_budget_will_take() -> None:
    toy, order = Toy((4, 4, 4), ties=True), ByCost()
    exploration = Exploration(toy.run, Limits(1_000), order)
    for _ in range(10):
        exploration.advance(100)
        assert sum(map(len, order._waiting)) <= 1_000 - exploration.runs
    assert len(order) > 3_000


def test_a_tree_is_never_said_to_be_smaller_than_what_is_known_of_it() -> None:
    toy = Toy((4, 4, 4))
    exploration = Exploration(toy.run, Limits(1_000))
    exploration.advance(1_000)
    exploration._estimates[:] = [1.0]
    estimate = exploration.coverage().estimate
    assert estimate == exploration.coverage().ordered + len(exploration._waiting)
    assert estimate > 1_000
