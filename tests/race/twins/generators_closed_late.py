"""An async generator that is dropped half way is closed by the loop, in a task of its own that nobody made: no leak."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio
from contextlib import aclosing

class Reader:
    def __init__(self, net):
        self.net = net
        self.kept = None
    async def rows(self, name):
        await self.net.open(name)
        try:
            for number in range(3):
                yield number
        finally:
            await self.net.close(name)
    async def first_of_dropped(self):
        async for row in self.rows('dropped'):
            return row
    async def first_of_closed(self):
        async with aclosing(self.rows('closed')) as rows:
            async for row in rows:
                return row
    async def first_of_kept(self):
        self.kept = self.rows('kept')
        return await anext(self.kept)
    async def close(self):
        await asyncio.get_running_loop().shutdown_asyncgens()
"""


@race("what was opened is closed", shape="lifecycle", level=2, max_ties=1, max_early=1)
def is_closed(world: World) -> None:
    fake = Net()
    reader = world.subject("Reader", world.port("net", fake))
    flows = [world.flow(name, getattr(reader, f"first_of_{name}")) for name in ("dropped", "kept")]
    world.run()
    flows.append(world.flow("closed", reader.first_of_closed))
    world.run()
    world.check([flow.value for flow in flows] == [0, 0, 0], "the first row", repr([flow.value for flow in flows]))
    world.check(fake.left_open == ["kept"], "all are closed but the one that is kept", repr(fake.asked))
    world.flow("close", reader.close)
    world.run()
    world.check(not fake.left_open, "what was opened is closed", repr(fake.asked))


TWIN = Twin(
    SOURCE,
    is_closed,
    wrong=("await asyncio.get_running_loop().shutdown_asyncgens()", "pass"),
    claim="what was opened is closed",
)
