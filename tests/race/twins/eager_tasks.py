"""With eager tasks a coroutine runs up to its first wait as soon as its task is made; what never waits is done at once."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def begin():
    loop = asyncio.get_running_loop()
    loop.set_task_factory(asyncio.eager_task_factory)
    order = []
    async def work(name, turns):
        order.append(name)
        for _ in range(turns):
            await asyncio.sleep(0)
        order.append(name + '.')
        return name
    at_once = asyncio.create_task(work('a', 0))
    order.append(at_once.done())
    later = asyncio.create_task(work('b', 1))
    order.append(later.done())
    async with asyncio.TaskGroup() as group:
        group.create_task(work('c', 0))
        group.create_task(work('d', 1))
        order.append('body')
    order += await asyncio.gather(at_once, later, work('e', 0))
    loop.set_task_factory(None)
    return order

class Cache:
    def __init__(self, net):
        self.net = net
        self.values = {}
    async def get(self, key):
        asyncio.get_running_loop().set_task_factory(asyncio.eager_task_factory)
        return await asyncio.create_task(self.load(key))
    async def load(self, key):
        if key not in self.values:
            self.values[key] = asyncio.create_task(self.net.ask(key))
        return await asyncio.shield(self.values[key])
"""

ORDER = ["a", "a.", True, "b", False, "c", "c.", "d", "body", "b.", "d.", "e", "e.", "a", "b", "e"]


@race("eagerly", shape="ordering", level=2, early="cancel")
def eagerly(world: World) -> None:
    fake = Net()
    begun = world.flow("begin", world.function("begin"))
    world.run()
    world.check(begun.value == ORDER, "eagerly", repr(begun.value))
    cache = world.subject("Cache", world.port("net", fake))
    flows = [world.flow(name, cache.get, "k") for name in "ab"]
    world.may_cancel(flows[0])
    world.run()
    world.check(len(fake.asked) <= 1 and flows[1].value == "k", "asked once, told to both", repr(fake.asked))


TWIN = Twin(
    SOURCE,
    eagerly,
    wrong=("await asyncio.shield(self.values[key])", "await self.values[key]"),
    claim="asked once, told to both",
    stock=("begin()", ORDER),
    since=(3, 12),
)
