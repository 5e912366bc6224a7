"""A lock for each key that lives as long as somebody holds or awaits it; its going is no leak, and nobody shares it."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin, under_way

SOURCE = """
import asyncio
from weakref import WeakValueDictionary

class Accounts:
    def __init__(self, net):
        self.net = net
        self.locks = WeakValueDictionary()
    def lock(self, key):
        found = self.locks.get(key)
        if found is None:
            found = self.locks[key] = asyncio.Lock()
        return found
    async def use(self, key):
        async with self.lock(key):
            await self.net.open(key)
            await self.net.close(key)
        return key
    def kept(self):
        return len(self.locks)
"""


@race("one at a time for each key", shape="check-then-act", level=2, ties="cancel", early="cancel")
def one_at_a_time(world: World) -> None:
    fake = Net()
    accounts = world.subject("Accounts", world.port("net", fake))
    flows = [world.flow(name, accounts.use, "k") for name in "ab"]
    world.may_cancel(flows[0])
    world.always("one at a time for each key", lambda: under_way(world, "open") <= 1)
    world.run()
    kept = world.flow("kept", accounts.kept)
    world.run()
    # A cancelled task's traceback holds the frame that held the lock.
    most = 0 if flows[0].outcome == "ok" else 1
    world.check(
        flows[1].value == "k" and isinstance(kept.value, int) and kept.value <= most, "no lock is kept", repr(kept.value)
    )


TWIN = Twin(
    SOURCE,
    one_at_a_time,
    wrong=("        if found is None:\n", "        if found is None or found.locked():\n"),
    claim="one at a time for each key",
)
