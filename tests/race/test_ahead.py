"""What is told to the subject ahead of its turn changes nothing but the time it takes."""

from __future__ import annotations

import dataclasses
import textwrap

import pytest

from gym.engine.exploration import Exploration, Limits
from gym.engine.schedule import Execution
from gym.engine.strategies import Directed, Strategy
from gym.judge.pipe import Pipe
from gym.race import Race, World, race
from gym.race.execution import Stage
from gym.race.foresight import Foresight
from tests.bench.textbook import LOST_UPDATE, STALE_CACHE_FIXED, Store, lost_update, stale_cache
from tests.race.arena import Arena

WAITING = """
    import asyncio
    class Room:
        def __init__(self, store, draw):
            self.store, self.draw, self.lock = store, draw, asyncio.Lock()
        async def use(self, key):
            async with self.lock:
                self.draw(await self.store.get(key))
                try:
                    async with asyncio.timeout(1):
                        return await self.store.get(key)
                finally:
                    await asyncio.sleep(0)
"""


@race("everything at once", shape="cancellation", level=2, timers="any", max_ticks=1, max_ties=1, max_early=1)
def everything(world: World) -> None:
    room = world.subject("Room", world.port("store", Store(k=1)), world.callback("draw", lambda value: value))
    first = world.flow("first", room.use, "k")
    world.flow("second", room.use, "k")
    world.may_cancel(first)
    world.run()


def executions(arena: Arena, source: str, judged: Race, *, ahead: bool) -> list[Execution]:
    """Every execution of the first thousand, without what only speeds it up."""
    arena.puppet.load({"subject.py": textwrap.dedent(source)}, "subject")
    stage = Stage(judged, arena.puppet, {}, ahead=ahead)
    seen: list[Execution] = []

    def run(strategy: Strategy) -> Execution:
        execution = stage.run(strategy)
        points = tuple(dataclasses.replace(point, known=None) for point in execution.points)
        seen.append(dataclasses.replace(execution, points=points))
        return execution

    Exploration(run, Limits(1_000)).advance(1_000)
    return seen


@pytest.mark.parametrize(
    ("source", "judged"),
    [(LOST_UPDATE, lost_update), (STALE_CACHE_FIXED, stale_cache), (WAITING, everything)],
    ids=["a failing one", "one that is often guessed wrongly", "ties, early events, timeouts and a callback"],
)
def test_every_execution_is_the_same(arena: Arena, source: str, judged: Race) -> None:
    assert executions(arena, source, judged, ahead=True) == executions(arena, source, judged, ahead=False)


def test_a_wrong_guess_is_noticed_and_the_schedule_run_again(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: list[int] = []
    monkeypatch.setattr(Foresight, "was_wrong", lambda self: wrong.append(1))
    starts = arena.puppet.starts
    seen = executions(arena, STALE_CACHE_FIXED, stale_cache, ahead=True)
    assert len(wrong) > 10
    assert len(seen) == len({execution.schedule for execution in seen}) == 542
    assert arena.puppet.starts == starts, "no process was lost by it"


def test_the_subject_is_seldom_waited_for(arena: Arena, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    send = Pipe._send
    monkeypatch.setattr(Pipe, "_send", lambda self, data: (sent.append(1), send(self, data))[1])
    executions(arena, WAITING, everything, ahead=False)
    alone = len(sent)
    sent.clear()
    executions(arena, WAITING, everything, ahead=True)
    assert len(sent) < alone * 0.6


def test_a_subject_that_goes_another_way_each_time_is_called_that(arena: Arena) -> None:
    source = """
        import string
        class Counter:
            def __init__(self, store):
                self.store = store
            async def add(self, key):
                string.visits = getattr(string, "visits", 0) + 1
                for _ in range(1 + string.visits // 2 % 5 // 4):
                    value = await self.store.get(key)
                await self.store.set(key, value + 1)
    """

    @race("two additions are let be", shape="lost-update")
    def let_be(world: World) -> None:
        counter = world.subject("Counter", world.port("store", Store(n=0)))
        world.flow("first", counter.add, "n")
        world.flow("second", counter.add, "n")
        world.run()

    verdict = arena.judge(source, let_be)
    assert verdict.verdict.value == "not deterministic", verdict.message


def test_what_was_told_ahead_of_a_failure_does_not_reach_what_is_loaded_next(arena: Arena) -> None:
    strict = [False, True]

    @race("fails in the middle the second time", shape="lost-update")
    def fails_later(world: World) -> None:
        store = Store(n=0)
        counter = world.subject("Counter", world.port("store", store))
        fails = strict.pop(0)
        world.always("nothing is counted", lambda: not fails or store.values["n"] == 0)
        for number in range(3):
            world.flow(f"flow {number}", counter.add, "n")
        world.run()

    arena.puppet.load({"subject.py": LOST_UPDATE}, "subject")
    stage = Stage(fails_later, arena.puppet, {})
    endings = [stage.run(Directed(())).failure for _ in range(2)]
    assert [failure and failure.claim for failure in endings] == [None, "nothing is counted"]
    assert arena.puppet.load({"subject.py": "x = 1"}, "subject") is None


def test_an_address_in_what_a_port_hears_is_no_other_way_to_go(arena: Arena) -> None:
    source = """
        import string
        class Counter:
            def __init__(self, store):
                self.store = store
            async def add(self, key):
                string.kept = [*getattr(string, "kept", ()), object()]
                mine = repr(string.kept[-1])
                await self.store.set(key, mine)
                assert await self.store.get(key)
                await self.store.get(mine)
    """

    @race("two addresses are kept", shape="ordering")
    def kept(world: World) -> None:
        store = Store(n=0)
        counter = world.subject("Counter", world.port("store", store))
        world.flow("first", counter.add, "n")
        world.flow("second", counter.add, "n")
        world.run()
        seen.add(str(store.values["n"]))

    seen: set[str] = set()
    verdict = arena.judge(source, kept)
    assert (verdict.verdict.value, verdict.coverage) == ("accepted", "all 70 schedules (L0)"), verdict.message
    assert len(seen) > 10, "else the addresses were the same each time"
