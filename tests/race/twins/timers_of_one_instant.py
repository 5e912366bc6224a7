"""Timers made one after another with one delay fire in that order; those of one deadline as the heap has them."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def fire():
    loop = asyncio.get_running_loop()
    order = []
    for number in range(6):
        loop.call_later(0.01, order.append, number)
    loop.call_later(0.005, order.append, 'before')
    await asyncio.sleep(0.03)
    at = loop.time() + 0.01
    for letter in 'abc':
        loop.call_at(at, order.append, letter)
    await asyncio.sleep(0.03)
    return order

async def fire_after(net):
    await net.ask('x')
    return await fire()
"""

ORDER = ["before", 0, 1, 2, 3, 4, 5, "a", "c", "b"]


@race("as a stock heap has them", shape="ordering", level=2, timers="any", max_early=1)
def as_the_heap(world: World) -> None:
    alone = world.flow("alone", world.function("fire"))
    world.run()
    world.check(alone.value == ORDER, "as a stock heap has them", repr(alone.value))
    beside = [
        world.flow("a", world.function("fire_after"), world.port("net", Net())),
        world.flow("b", world.function("fire")),
    ]
    world.run()
    for flow in beside:
        # How equal deadlines come out of a heap hangs on what else is in it; what was made later is due later.
        assert isinstance(flow.value, list)
        world.check(flow.value[:-3] == ORDER[:-3], "as a stock heap has them", repr(flow.value))
        world.check(sorted(flow.value[-3:]) == ["a", "b", "c"], "each once", repr(flow.value))


TWIN = Twin(
    SOURCE,
    as_the_heap,
    wrong=("0.01, order.append, number)", "0.01 - number / 10_000, order.append, number)"),
    claim="as a stock heap has them",
    stock=("fire()", ORDER),
)
