"""One order of alike callers stands for all: the same verdicts, the same ways to end but for who is who, fewer schedules."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings

from gym.judge.puppet import Puppet
from tests.completeness.brute_force import TooMany, all_outcomes
from tests.completeness.explored import explore
from tests.completeness.grammar import alike_worlds
from tests.completeness.spec import Caller, Outcome, Small
from tests.completeness.test_generated import FIXED
from tests.completeness.worlds.locks import COUNTER, QUEUE
from tests.completeness.worlds.ports import CALLS
from tests.completeness.worlds.processes import SERVICE
from tests.completeness.worlds.tasks import SHARED


def callers(method: str, names: str, *more: Caller) -> tuple[Caller, ...]:
    return (*(Caller(name, method) for name in names), *more)


ALIKE = (
    Small("two that lose an update", 10, COUNTER, callers("add", "ab"), alike=("a", "b")),
    Small("two that lose an update in ties", 68, COUNTER, callers("add", "ab"), level=1, alike=("a", "b")),
    Small("three behind a lock", 12, SERVICE, callers("add", "abc"), alike=("a", "b", "c")),
    Small("three at once", 15, SERVICE, callers("at_once", "abc"), alike=("a", "b", "c")),
    Small("two of a shared future", 11, SHARED, callers("get", "ab"), level=2, alike=("a", "b")),
    Small("two takers and a refusal", 33, CALLS, callers("take", "ab"), level=1, loses={"take": ()}, alike=("a", "b")),
    Small("two of whom one is served", 11, CALLS, callers("take", "ab"), level=1, store={"stock": 1}, alike=("a", "b")),
    Small("two that turn out unlike", 9, CALLS, callers("pay", "ab"), fails={"add": ()}, alike=("a", "b")),
    Small("two consumers", 8, QUEUE, callers("consume", "ab", Caller("p", "produce", (1, 2))), alike=("a", "b")),
    Small("two that wait for ever", 1, QUEUE, callers("consume", "ab"), alike=("a", "b")),
)  # fmt: skip


def nameless(outcome: Outcome) -> tuple[object, ...]:
    """The same with callers numbered as they first called; of those who never did, what they gave is their order."""
    order = list(dict.fromkeys(call[0] for call in outcome.calls))
    silent = sorted((how, value, name) for name, how, value in outcome.callers if name not in order)
    number = {name: place for place, name in enumerate([*order, *(name for _, _, name in silent)])}
    ends = sorted((number[name], how, value) for name, how, value in outcome.callers)
    calls = tuple((number.get(call[0], call[0]), *call[1:]) for call in outcome.calls)
    return (tuple(ends), calls, outcome.effects, outcome.store, outcome.now_ms, outcome.claim)


def assert_nothing_is_lost(world: Small, puppet: Puppet) -> None:
    whole, once = explore(world, puppet, reduce=False), explore(world, puppet)
    assert (whole.exhausted, once.exhausted) == (True, True)
    assert whole.outcomes == all_outcomes(world.but(alike=()))
    assert once.outcomes == all_outcomes(world)
    assert whole.outcomes.total() == once.outcomes.total() * math.factorial(len(world.alike))
    assert set(map(nameless, whole.outcomes)) == set(map(nameless, once.outcomes))
    assert {outcome.claim for outcome in whole.outcomes} == {outcome.claim for outcome in once.outcomes}


@pytest.mark.parametrize("world", ALIKE, ids=lambda world: world.name)
def test_no_way_to_end_is_lost(world: Small, puppet: Puppet) -> None:
    assert_nothing_is_lost(world, puppet)
    assert all_outcomes(world).total() == world.schedules


@settings(FIXED, max_examples=20)
@given(alike_worlds())
def test_none_is_lost_in_any_program(puppet: Puppet, world: Small) -> None:
    try:
        all_outcomes(world.but(alike=()), 200)
    except TooMany:
        return
    assert_nothing_is_lost(world, puppet)
