"""What an AsyncExitStack was given is left in reverse order, also when its owner is cancelled or a step fails."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio
from contextlib import AsyncExitStack, asynccontextmanager

class Service:
    def __init__(self, net):
        self.net = net
        self.log = []
    @asynccontextmanager
    async def part(self, name):
        await self.net.ask(name)
        self.log.append(name)
        try:
            yield name
        finally:
            self.log.append('-' + name)
    async def run(self):
        async with AsyncExitStack() as stack:
            parts = [await stack.enter_async_context(self.part(name)) for name in ('db', 'cache')]
            await self.net.ask('work')
        return parts
    def told(self):
        return self.log
"""


@race("left in reverse", shape="lifecycle", level=2, max_early=1)
def left_in_reverse(world: World) -> None:
    net = world.port("net", Net())
    service = world.subject("Service", net)
    flow = world.flow("caller", service.run)
    told = world.flow("told", service.told, after=[flow])
    world.may_fail(net.ask, Fault("ConnectionError", "down"))
    world.may_cancel(flow)
    world.run()
    logs: tuple[list[str], ...] = ([], ["db", "-db"], ["db", "cache", "-cache", "-db"])
    world.check(told.value in logs, "left in reverse", repr(told.value))
    world.check(flow.value in (None, ["db", "cache"]), "both parts", repr(flow.value))


TWIN = Twin(
    SOURCE,
    left_in_reverse,
    wrong=("        finally:\n            self.log", "        except ConnectionError:\n            self.log"),
    claim="left in reverse",
)
