"""Tasks start in the order in which they were made, more of them than a small set holds. No schedule changes that."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def start_many(count):
    order = []
    async def start(number):
        order.append(number)
        await asyncio.sleep(0)
        order.append(-number)
    tasks = [asyncio.create_task(start(number)) for number in range(1, count + 1)]
    await asyncio.gather(*tasks)
    return order

async def start_around(net, count):
    return await net.ask(1), await start_many(count)
"""

COUNT = 30
ORDER = [*range(1, COUNT + 1), *range(-1, -COUNT - 1, -1)]


@race("in the order of creation", shape="ordering", level=2, max_early=1)
def in_order(world: World) -> None:
    net = world.port("net", Net())
    flow = world.flow("starter", world.function("start_around"), net, COUNT)
    other = world.flow("other", world.function("start_many"), 2)
    world.run()
    world.check(flow.value == (1, ORDER), "in the order of creation", repr(flow.value))
    world.check(other.value == [1, 2, -1, -2], "in the order of creation", repr(other.value))


TWIN = Twin(
    SOURCE,
    in_order,
    wrong=("for number in range(1, count + 1)]", "for number in {n * 7919 % 31 for n in range(1, count + 1)}]"),
    claim="in the order of creation",
    stock=(f"start_many({COUNT})", ORDER),
)
