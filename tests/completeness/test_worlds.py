"""The explorer finds every schedule of a small world, each once, and every way in which one can end; and says so."""

from __future__ import annotations

import gc
import re
import sys
from pathlib import Path

import pytest

from gym.judge.puppet import Puppet
from tests.completeness.brute_force import all_outcomes
from tests.completeness.comparing import compare
from tests.completeness.explored import explore
from tests.completeness.spec import Caller, Small
from tests.completeness.worlds import WORLDS

FOLDER = Path(__file__).parent

SHARED = ("explored.py", "comparing.py", "conftest.py")
"""What knows both sides."""


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_the_engine_finds_what_brute_force_finds(world: Small, puppet: Puppet) -> None:
    found = compare(world, puppet)
    assert found is not None
    assert not found.difference, found.difference
    assert (found.brute, found.engine) == (world.schedules, world.schedules)


@pytest.mark.parametrize("name", ["a lost exception", "a hedge, early", "a kill of two flows"])
def test_the_words_of_the_coverage_are_the_number_of_schedules(name: str, puppet: Puppet) -> None:
    (world,) = (each for each in WORLDS if each.name == name)
    count = "the only schedule" if world.schedules == 1 else f"all {world.schedules} schedules"
    assert explore(world, puppet).words.startswith(f"{count} (L{world.level}")


def test_the_worlds_cover_every_level_and_every_rule() -> None:
    assert len(WORLDS) >= 80
    assert {world.level for world in WORLDS} == {0, 1, 2}
    for rule in ("fails", "loses", "kill", "successor", "alike", "probe", "max_ties", "max_early"):
        assert any(getattr(world, rule) for world in WORLDS), rule
    for which in ("ties", "early"):
        assert {getattr(world, which) for world in WORLDS} == {"any", "cancel", "none"}, which
    assert {world.timers for world in WORLDS} == {"idle", "any", "last"}


def test_brute_force_tells_a_wrong_program_from_a_right_one() -> None:
    """What is compared has something to say: the two counters differ in what the store holds at the end."""
    by_name = {world.name: world for world in WORLDS}
    stores = {name: {outcome.store for outcome in all_outcomes(by_name[name])} for name in ("a lost update", "a lock")}
    assert stores == {"a lost update": {"[('n', 1)]", "[('n', 2)]"}, "a lock": {"[('n', 2)]"}}


def test_a_program_that_would_not_end_says_nothing_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
    async def stay(self):
        while True:
            try:
                await asyncio.Event().wait()
            except (asyncio.CancelledError, GeneratorExit):
                pass
"""
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", told.append)
    outcomes = all_outcomes(Small("it stays", 1, source, (Caller("a", steps=(("together", ("call", "stay")),)),)))
    gc.collect()
    assert ([outcome.claim for outcome in outcomes], told) == (["hang"], [])


def test_brute_force_owes_the_engine_nothing() -> None:
    own = [path for path in FOLDER.glob("*.py") if path.name not in SHARED and not path.name.startswith("test_")]
    assert {path.stem for path in own} >= {"brute_force", "enabled", "run", "service", "actors", "scripted_loop"}
    for path in [*own, *FOLDER.glob("worlds/*.py")]:
        assert not re.search(r"(import|from) gym", path.read_text()), path.name


def test_every_default_check_is_met_somewhere() -> None:
    claims = {outcome.claim for world in WORLDS if world.schedules < 60 for outcome in all_outcomes(world)}
    assert claims == {None, "hang", "leaked task", "lost exception", "swallowed cancellation"}
