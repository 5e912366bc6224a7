"""A lock that is released in a finally is free again wherever its holder was cancelled."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Door:
    def __init__(self, net):
        self.net = net
        self.lock = asyncio.Lock()
    async def enter(self, who):
        await self.lock.acquire()
        try:
            return await self.net.ask(who)
        finally:
            self.lock.release()
"""


@race("the lock is free again", shape="permit-leak", level=2, early="cancel", max_ties=1)
def free_again(world: World) -> None:
    door = world.subject("Door", world.port("net", Net()))
    flows = [world.flow(name, door.enter, name) for name in "ab"]
    world.may_cancel(flows[0])
    world.run()
    last = world.flow("last", door.enter, "last")
    world.run()
    world.check((flows[1].value, last.value) == ("b", "last"), "all others get in", repr(last.value))


TWIN = Twin(
    SOURCE,
    free_again,
    wrong=(
        "        finally:\n            self.lock.release()",
        "        except ConnectionError:\n            self.lock.release()",
    ),
    claim="hang",
)
