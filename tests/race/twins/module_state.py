"""What a module holds is fresh in every schedule and every process: counters, caches, class attributes, locks."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio, functools, itertools

ids = itertools.count(1)
seen = {}
lock = asyncio.Lock()

@functools.cache
def table():
    return []

class Service:
    made = []
    def __init__(self, net):
        self.net = net
        self.made.append(self)
    async def register(self, name):
        async with lock:
            number = next(ids)
            seen[name] = await self.net.ask(number)
            table().append(name)
        return [number, len(seen), len(table()), len(self.made)]
"""


@race("a process of its own", shape="cross-process", level=1, max_ties=1)
def of_its_own(world: World) -> None:
    net = world.port("net", Net())
    services = [world.subject("Service", net), world.process("B").subject("Service", net)]
    ones = [world.flow(name, services[0].register, name) for name in "ab"]
    other = world.flow("c", services[1].register, "c")
    world.run()
    found = sorted(str(flow.value) for flow in ones)
    world.check(found == ["[1, 1, 1, 1]", "[2, 2, 2, 1]"], "first and second", repr(found))
    world.check(other.value == [1, 1, 1, 1], "a process of its own", repr(other.value))


TWIN = Twin(
    SOURCE,
    of_its_own,
    wrong=("ids = itertools.count(1)", "ids = itertools.repeat(1)"),
    claim="first and second",
)
