"""A new search cancels and awaits the one before it; the last one shown is the last one asked for."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Search:
    def __init__(self, net):
        self.net = net
        self.task = None
        self.shown = None
    async def type(self, text):
        before, self.task = self.task, asyncio.create_task(self.find(text))
        if before is not None:
            before.cancel()
            await asyncio.gather(before, return_exceptions=True)
    async def find(self, text):
        self.shown = await self.net.ask(text)
    async def settled(self):
        await asyncio.gather(self.task, return_exceptions=True)
        return self.shown
"""


@race("the last one is shown", shape="stale-response", level=2, max_early=1)
def last_is_shown(world: World) -> None:
    search = world.subject("Search", world.port("net", Net()))
    first = world.flow("first", search.type, "a")
    second = world.flow("second", search.type, "ab", after=[first])
    settled = world.flow("settled", search.settled, after=[second])
    world.run()
    world.check(settled.value == "ab", "the last one is shown", repr(settled.value))


TWIN = Twin(
    SOURCE,
    last_is_shown,
    wrong=(
        "            before.cancel()\n            await asyncio.gather(before, return_exceptions=True)",
        "            pass",
    ),
    claim="the last one is shown",
)
