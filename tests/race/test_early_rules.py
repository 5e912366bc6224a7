"""What may come before idle, and how often time may run ahead: cases that a simpler rule gets wrong."""

from __future__ import annotations

from gym.judge.verdict import Verdict
from gym.race import World, op, race
from tests.race.arena import Arena


class Net:
    def __init__(self) -> None:
        self.saved = 0

    @op(on_cancel="lands")
    async def save(self) -> None:
        self.saved += 1


def test_a_late_effect_before_idle_is_not_the_end_of_the_run(arena: Arena) -> None:
    source = """
        import asyncio
        async def start_and_drop(net):
            task = asyncio.create_task(net.save())
            await asyncio.sleep(0)
            task.cancel()
            for _ in range(3):
                await asyncio.sleep(0)
            return 'done'
    """

    @race("ends", shape="control", level=2)
    def ends(world: World) -> None:
        net = Net()
        flow = world.flow("dropper", world.function("start_and_drop"), world.port("net", net))
        world.run()
        world.check(flow.value == "done", "it ends")

    verdict = arena.judge(source, ends)
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 4 schedules (L2)"), verdict.message


def test_a_script_that_is_over_at_once_is_not_the_end_of_the_run(arena: Arena) -> None:
    source = """
        import asyncio
        async def spin():
            for _ in range(2):
                await asyncio.sleep(0)
            return 'done'
    """

    @race("ends", shape="control", level=2, ties="none")
    def ends(world: World) -> None:
        flow = world.flow("spinner", world.function("spin"))

        def nothing_to_do():  # type: ignore[no-untyped-def]
            yield from ()

        world.flow("idler", nothing_to_do)
        world.run()
        world.check(flow.value == "done", "it ends")

    verdict = arena.judge(source, ends)
    # Before the spinner, after it, or at one of the three polls in between.
    assert (verdict.verdict, verdict.coverage) == (Verdict.ACCEPTED, "all 5 schedules (L2, no ties)"), verdict.message


def test_a_timer_may_fall_due_although_it_is_gone_before_idle(arena: Arena) -> None:
    source = """
        import asyncio
        async def hurry():
            try:
                async with asyncio.timeout(1):
                    await asyncio.sleep(0)
                    await asyncio.sleep(0)
            except TimeoutError:
                return 'too late'
            return 'in time'
    """
    seen: set[object] = set()

    @race("either", shape="control", level=2)
    def either(world: World) -> None:
        flow = world.flow("hurrier", world.function("hurry"))
        world.run()
        seen.add(flow.value)

    assert arena.judge(source, either).verdict is Verdict.ACCEPTED
    assert seen == {"in time", "too late"}


def test_only_ticks_ahead_of_what_could_come_are_counted(arena: Arena) -> None:
    source = """
        import asyncio
        class Clock:
            def __init__(self):
                self.ticks = 0
            async def run(self, times):
                for _ in range(times):
                    await asyncio.sleep(1)
                    self.ticks += 1
            def read(self):
                return self.ticks
    """
    seen: set[object] = set()

    @race("any time", shape="control")
    def any_time(world: World) -> None:
        clock = world.subject("Clock")
        long = world.flow("long", clock.run, 8)
        world.flow("short", clock.run, 1, after=[long])
        reader = world.flow("reader", clock.read, after=[long])
        world.run()
        seen.add(reader.value)

    assert arena.judge(source, any_time).coverage == "all 3 schedules (L0)"
    assert seen == {8, 9}
