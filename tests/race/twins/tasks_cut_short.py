"""A task cancelled before its first step never runs, one that failed is looked at later: neither is lost or leaked."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.begun = 0
    async def ask(self, what):
        self.begun += 1
        return await self.net.ask(what)
    async def think_again(self):
        hasty = asyncio.create_task(self.ask('hasty'))
        hasty.cancel()
        careful = asyncio.create_task(self.ask('careful'))
        for _ in range(3):
            await asyncio.sleep(0)
        await self.net.open('meanwhile')
        await asyncio.wait([hasty, careful])
        error = careful.exception()
        return [self.begun, hasty.cancelled(), 'down' if error else careful.result()]
"""


@race("nothing is lost", shape="lifecycle", level=2)
def nothing_is_lost(world: World) -> None:
    net = world.port("net", Net())
    flow = world.flow("caller", world.subject("Service", net).think_again)
    world.may_fail(net.ask, Fault("ConnectionError", "down"))
    world.run()
    world.check(flow.value in ([1, True, "careful"], [1, True, "down"]), "one begun, one cut short", repr(flow.value))


TWIN = Twin(
    SOURCE,
    nothing_is_lost,
    wrong=("        error = careful.exception()\n        return", "        error = careful.done()\n        return"),
    claim="lost exception",
)
