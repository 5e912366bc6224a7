"""One connection for all, made by whoever comes first; a failed or cancelled attempt leaves the next one free to try."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Client:
    def __init__(self, net):
        self.net = net
        self.lock = asyncio.Lock()
        self.connection = None
    async def get(self):
        if self.connection is None:
            async with self.lock:
                if self.connection is None:
                    self.connection = await self.net.open('connection')
        return self.connection
"""


@race("one connection", shape="init-race", level=2, ties="cancel", early="cancel")
def one_connection(world: World) -> None:
    fake = Net()
    net = world.port("net", fake)
    client = world.subject("Client", net)
    flows = [world.flow(name, client.get) for name in "abc"]
    world.may_cancel(flows[0])
    world.may_fail(net.open, Fault("ConnectionError", "down"), flows=[flows[1]])
    world.run()
    world.check(len(fake.asked) <= 1 + (flows[0].outcome == "cancelled"), "one connection", repr(fake.asked))
    world.check(flows[2].value == "connection", "who fails does not fail the others", flows[2].outcome)


TWIN = Twin(
    SOURCE,
    one_connection,
    wrong=(
        "                if self.connection is None:\n                    self",
        "                if True:\n                    self",
    ),
    claim="one connection",
)
