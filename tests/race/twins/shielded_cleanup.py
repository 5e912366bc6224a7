"""A caller that goes away lets its cleaning up go on behind a shield, and waits for it before it ends."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Session:
    def __init__(self, net):
        self.net = net
    async def use(self, what):
        try:
            await self.net.open(what)
            return await self.net.ask(what)
        finally:
            closing = asyncio.ensure_future(self.net.close(what))
            try:
                await asyncio.shield(closing)
            except asyncio.CancelledError:
                await closing
                raise
"""


@race("what was opened is closed", shape="cancellation", level=2, max_early=1)
def is_closed(world: World) -> None:
    fake = Net()
    session = world.subject("Session", world.port("net", fake))
    flow = world.flow("a", session.use, "x")
    world.may_cancel(flow)
    world.run()
    world.check(not fake.left_open, "what was opened is closed", repr(fake.asked))
    world.check(flow.outcome in ("ok", "cancelled"), "the cancellation is heard", flow.outcome)


TWIN = Twin(
    SOURCE,
    is_closed,
    wrong=("await asyncio.shield(closing)", "await closing"),
    claim="what was opened is closed",
)
