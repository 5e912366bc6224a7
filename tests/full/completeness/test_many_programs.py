"""Many more random programs, and larger ones: `pytest tests/full/completeness`, some ten minutes.

Every run tries others; `--hypothesis-seed=N` tries the same again.
"""

from __future__ import annotations

import pytest
from hypothesis import Phase, given, settings

from gym.judge.puppet import Puppet
from tests.completeness.comparing import compare
from tests.completeness.conftest import puppet
from tests.completeness.grammar import worlds
from tests.completeness.spec import Caller, Small
from tests.completeness.test_generated import FIXED, compared
from tests.completeness.worlds.locks import COUNTER, SEMAPHORE, tagged
from tests.completeness.worlds.ports import CALLS

__all__ = ["puppet"]

MOST = 1_000

MANY = settings(FIXED, max_examples=600, derandomize=False, phases=(Phase.generate, Phase.shrink))


@MANY
@given(worlds())
def test_many_programs(puppet: Puppet, world: Small) -> None:
    found = compared(world, puppet, MOST)
    assert found is None or not found.difference, found.difference


@settings(MANY, max_examples=150)
@given(worlds(larger=True))
def test_larger_programs(puppet: Puppet, world: Small) -> None:
    found = compared(world, puppet, MOST)
    assert found is None or not found.difference, found.difference


LARGE = (
    Small("three lost updates", 1_680, COUNTER, tuple(Caller(name, "add") for name in "abc")),
    Small("a semaphore with ties", 714, SEMAPHORE, tagged("visit", "abc"), level=1),
    Small(
        "together with a stream",
        1_375,
        CALLS,
        (
            Caller("a", steps=(("together", ("call", "ask", 1), ("call", "take")), ("call", "look")), cancel=True),
            Caller("b", "read_all"),
        ),
        ties="cancel",
        level=1,
    ),
    Small(
        "two counters, early events",
        2_355,
        COUNTER,
        (Caller("a", "add", cancel=True), Caller("b", "add")),
        level=2,
        max_early=1,
    ),
)


@pytest.mark.parametrize("world", LARGE, ids=lambda world: world.name)
def test_larger_worlds(puppet: Puppet, world: Small) -> None:
    found = compare(world, puppet)
    assert found is not None
    assert not found.difference, found.difference
    assert (found.brute, found.engine) == (world.schedules, world.schedules)
