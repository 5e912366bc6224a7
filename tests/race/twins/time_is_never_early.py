"""A sleep lasts at least as long as it was told to, by every clock; nobody passes a rate limiter before its time."""

from gym.race import World, race
from tests.race.twins.twin import Twin

SOURCE = """
import asyncio, time
from datetime import datetime

class Limiter:
    def __init__(self, every):
        self.every = every
        self.free_at = 0.0
        self.slots = []
    async def take(self):
        loop = asyncio.get_running_loop()
        now = loop.time()
        at = max(now, self.free_at)
        self.free_at = at + self.every
        self.slots.append(at)
        if at > now:
            await asyncio.sleep(at - now)
        gaps = [after - before for before, after in zip(self.slots, self.slots[1:])]
        return loop.time() >= at and min(gaps, default=1) >= self.every - 1e-9

async def nap(seconds):
    clocks = (time.monotonic, time.time, time.perf_counter, lambda: datetime.now().timestamp())
    began = [clock() for clock in clocks]
    await asyncio.sleep(seconds)
    took = [clock() - start for clock, start in zip(clocks, began)]
    # A datetime has microseconds only.
    return [each >= seconds - 2e-6 and each < seconds + 0.5 for each in took]
"""


@race("not early", shape="ordering", level=2, timers="any", max_early=1)
def not_early(world: World) -> None:
    limiter = world.subject("Limiter", 0.1)
    flows = [world.flow(name, limiter.take) for name in "abc"]
    naps = world.flow("nap", world.function("nap"), 0.25, after=flows)
    world.run()
    world.check(all(flow.value is True for flow in flows), "in turn and in time", repr([flow.value for flow in flows]))
    world.check(naps.value == [True] * 4, "not early by any clock", repr(naps.value))


TWIN = Twin(
    SOURCE,
    not_early,
    wrong=("self.free_at = at + self.every", "self.free_at = now + self.every"),
    claim="in turn and in time",
    stock=("nap(0.05)", [True] * 4),
)
