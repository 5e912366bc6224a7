"""to_thread takes the caller's context along, run_in_executor does not; an exception of the work is its caller's."""

from gym.race import World, race
from tests.race.twins.twin import Twin

SOURCE = """
import asyncio
from contextvars import ContextVar

request = ContextVar('request', default='nobody')

async def compute(name):
    request.set(name)
    loop = asyncio.get_running_loop()
    found = [await asyncio.to_thread(request.get), await loop.run_in_executor(None, request.get)]
    try:
        await asyncio.to_thread(int, 'x')
    except ValueError:
        found.append('no number')
    found += await asyncio.gather(asyncio.to_thread(sum, [1, 2]), loop.run_in_executor(None, max, 3, 4))
    return found

class Totals:
    def __init__(self):
        self.total = 0
        self.lock = asyncio.Lock()
    async def add(self, numbers):
        async with self.lock:
            before = self.total
            self.total = before + await asyncio.to_thread(sum, numbers)
        return self.total
"""

FOUND = ["a", "nobody", "no number", 3, 4]


@race("computed", shape="control", level=1, max_ties=1)
def computed(world: World) -> None:
    flow = world.flow("a", world.function("compute"), "a")
    world.run()
    world.check(flow.value == FOUND, "each in the context it has on a stock loop", repr(flow.value))
    totals = world.subject("Totals")
    flows = [world.flow(f"adder {number}", totals.add, [number, 1]) for number in (1, 2)]
    world.run()
    values = [one.value for one in flows]
    world.check(values in ([2, 5], [5, 3]), "one after the other", repr(values))


TWIN = Twin(
    SOURCE,
    computed,
    wrong=("await loop.run_in_executor(None, request.get)]", "await asyncio.to_thread(request.get)]"),
    claim="each in the context it has on a stock loop",
    stock=("compute('a')", FOUND),
)
