"""gather with return_exceptions: a cancelled caller cancels the children, which clean up before it ends."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Batch:
    def __init__(self, net):
        self.net = net
        self.inside = set()
    async def one(self, tag):
        self.inside.add(tag)
        try:
            return await self.net.ask(tag)
        finally:
            try:
                await asyncio.sleep(0)
            finally:
                self.inside.discard(tag)
    def left(self):
        return len(self.inside)
    async def all(self):
        found = await asyncio.gather(self.one('x'), self.one('y'), return_exceptions=True)
        return [type(each).__name__ if isinstance(each, BaseException) else each for each in found]
"""


@race("all clean up", shape="cancellation", level=2, max_early=1)
def all_clean_up(world: World) -> None:
    net = world.port("net", Net())
    batch = world.subject("Batch", net)
    flow = world.flow("caller", batch.all)
    left = world.flow("left", batch.left, after=[flow])
    world.may_fail(net.ask, Fault("ConnectionError", "down"))
    world.may_cancel(flow)
    world.run()
    world.check(left.value == 0, "all clean up", repr(left.value))
    ends = (["x", "y"], ["ConnectionError", "y"], ["x", "ConnectionError"])
    world.check(flow.outcome == "cancelled" or flow.value in ends, "answers and failures, or cancelled", repr(flow.value))


TWIN = Twin(
    SOURCE,
    all_clean_up,
    wrong=(
        "            finally:\n                self.inside",
        "            except ConnectionError:\n                self.inside",
    ),
    claim="all clean up",
)
