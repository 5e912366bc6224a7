"""Services that keep house by timers, or ask again and again: every race on them comes to its end."""

from __future__ import annotations

from gym.judge.verdict import Verdict
from gym.race import World, race
from tests.race.arena import Arena

POLLER = """
import asyncio

class Poller:
    def __init__(self, db):
        self.db = db
        self.jobs = 0
        self.task = asyncio.create_task(self.run())
    async def run(self):
        while True:
            await asyncio.sleep(5)
            self.jobs += await self.db.look()
    async def ask(self):
        return await self.db.look()
    async def forever(self):
        while True:
            await asyncio.sleep(5)
            await self.db.look()
    async def close(self):
        self.task.cancel()
"""


class Db:
    async def look(self) -> int:
        return 1


def test_a_poller_in_the_background_does_not_keep_a_race_from_its_end(arena: Arena) -> None:
    looks = []

    @race("asked", shape="lifecycle", timers="last")
    def asked(world: World) -> None:
        flow = world.flow("ask", world.subject("Poller", world.port("db", Db())).ask)
        world.run()
        looks.append(len(world.calls("db")))
        world.check(flow.value == 1, "an answer")

    verdict = arena.judge(POLLER, asked)
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "the only schedule (L0, timers last)")
    assert looks == [101, 101]  # the answer, and 100 rounds of the poller


def test_a_flow_that_asks_for_ever_hangs(arena: Arena) -> None:
    @race("ends", shape="lifecycle", timers="last")
    def ends(world: World) -> None:
        world.flow("asker", world.subject("Poller", world.port("db", Db())).forever)
        world.run()

    verdict = arena.judge(POLLER, ends)
    assert (verdict.verdict, verdict.claim) == (Verdict.HUNG, "hang")
    assert verdict.message == "asker never returns: it waits at subject.py:17  await asyncio.sleep(5)"


def test_timers_that_come_last_are_no_decisions(arena: Arena) -> None:
    source = """
        import asyncio
        class Clock:
            def __init__(self):
                self.task = asyncio.create_task(self.run())
            async def run(self):
                while True:
                    await asyncio.sleep(600)
            def read(self):
                return 1
            async def close(self):
                self.task.cancel()
    """

    @race("read", shape="control", timers="last")
    def last(world: World) -> None:
        clock = world.subject("Clock")
        for name in ("first", "second"):
            world.flow(name, clock.read)
        world.run()

    @race("read", shape="control")
    def idle(world: World) -> None:
        last.run(world)

    assert arena.judge(source, last).coverage == "all 2 schedules (L0, timers last)"
    assert arena.judge(source, idle).coverage == "all 56 schedules (L0, at most 6 ticks ahead of other events)"


def test_time_that_only_passes_is_one_step_of_a_trace(arena: Arena) -> None:
    source = """
        import asyncio
        async def wait(db):
            for _ in range(3):
                await asyncio.sleep(1)
            await db.look()
            await asyncio.sleep(1)
    """

    @race("waits", shape="control")
    def waits(world: World) -> None:
        world.flow("waiter", world.function("wait"), world.port("db", Db()))
        world.run()
        world.check(False, "never")

    trace = arena.judge(source, waits).trace
    assert trace is not None
    assert [(step.time_ms, [cell.text for cell in step.cells]) for step in trace.steps] == [
        (0, ["wait(db)"]),
        (3000, []),
        (3000, ["db.look() -> 1"]),
        (4000, ["returns"]),
    ]
