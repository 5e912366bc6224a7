"""Callbacks, tasks and resolved futures of one turn keep the order of the ready queue, whatever another flow does."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def chain():
    loop = asyncio.get_running_loop()
    order = []
    gate = loop.create_future()
    async def wait():
        await gate
        order.append('woken')
    async def child():
        order.append('child')
        loop.call_soon(order.append, 'from child')
    waiter = asyncio.create_task(wait())
    await asyncio.sleep(0)
    loop.call_soon(order.append, 'first')
    task = asyncio.create_task(child())
    gate.set_result(None)
    loop.call_soon(order.append, 'last')
    loop.call_soon(lambda: loop.call_soon(order.append, 'next turn'))
    order.append('now')
    await asyncio.gather(waiter, task)
    await asyncio.sleep(0)
    return order

async def chain_after(net):
    await net.ask('x')
    return await chain()
"""

ORDER = ["now", "first", "child", "woken", "last", "from child", "next turn"]


@race("as the ready queue has it", shape="ordering", level=2, max_early=1)
def as_queued(world: World) -> None:
    net = world.port("net", Net())
    flows = [world.flow("a", world.function("chain_after"), net), world.flow("b", world.function("chain"))]
    world.run()
    world.check(
        all(flow.value == ORDER for flow in flows), "as the ready queue has it", repr([flow.value for flow in flows])
    )


TWIN = Twin(
    SOURCE,
    as_queued,
    wrong=("loop.call_soon(order.append, 'first')", "loop.call_later(0, order.append, 'first')"),
    claim="as the ready queue has it",
    stock=("chain()", ORDER),
)
