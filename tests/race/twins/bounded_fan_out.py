"""A semaphore bounds what is under way; results keep the order of what was asked."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin, under_way

SOURCE = """
import asyncio

async def ask_all(net, names, limit):
    room = asyncio.Semaphore(limit)
    async def one(name):
        async with room:
            return await net.ask(name)
    return await asyncio.gather(*(one(name) for name in names))
"""


@race("at most two at a time", shape="unbounded-fan-out", level=2, max_ties=2, max_early=1)
def two_at_a_time(world: World) -> None:
    names = ["x", "y", "z"]
    flow = world.flow("caller", world.function("ask_all"), world.port("net", Net()), names, 2)
    world.always("at most two at a time", lambda: under_way(world) <= 2)
    world.may_cancel(flow)
    world.run()
    world.check(flow.outcome == "cancelled" or flow.value == names, "in the order of the arguments", repr(flow.value))


TWIN = Twin(
    SOURCE,
    two_at_a_time,
    wrong=("        async with room:\n            return", "        if not room.locked():\n            return"),
    claim="at most two at a time",
)
