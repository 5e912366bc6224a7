"""The same for programs and worlds that nobody chose: a few of them here, many in tests/full/completeness."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, event, given, settings

from gym.judge.puppet import Puppet
from tests.completeness.comparing import Compared, compare
from tests.completeness.grammar import worlds
from tests.completeness.spec import Small

MOST = 200
"""A world with more schedules is tried at a lower level."""

FIXED = settings(
    max_examples=80,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate,),
    suppress_health_check=(HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture),
)


def compared(world: Small, puppet: Puppet, most: int) -> Compared | None:
    """At the highest level at which the world is small enough, if there is one."""
    for level in range(world.level, -1, -1):
        found = compare(world.but(level=level), puppet, most)
        if found is not None:
            event(f"L{level}")
            return found
    event("too large")
    return None


@FIXED
@given(worlds())
def test_the_engine_finds_what_brute_force_finds_in_any_program(puppet: Puppet, world: Small) -> None:
    found = compared(world, puppet, MOST)
    assert found is None or not found.difference, found.difference
