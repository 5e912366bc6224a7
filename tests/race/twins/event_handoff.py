"""A pulse of an event wakes all who wait then, though it is off again by the time they run; who comes later waits on."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Bell:
    def __init__(self, net):
        self.net = net
        self.event = asyncio.Event()
        self.waiting = 0
    async def listen(self):
        self.waiting += 1
        try:
            await self.event.wait()
            return 'rang'
        finally:
            self.waiting -= 1
    async def ringing(self):
        await self.event.wait()
        return self.event.is_set()
    async def ring(self):
        await self.net.ask('ring')
        expected = self.waiting
        self.event.set()
        self.event.clear()
        return expected
"""


@race("all who wait are woken", shape="lost-wakeup", level=2, early="cancel")
def all_are_woken(world: World) -> None:
    bell = world.subject("Bell", world.port("net", Net()))
    listeners = [world.flow(name, bell.listen) for name in "ab"]
    ringer = world.flow("ringer", bell.ring)
    world.may_cancel(listeners[0])
    world.may_hang(*listeners)
    world.run()
    woken = sum(flow.outcome == "ok" for flow in listeners)
    cut = sum(flow.outcome == "cancelled" for flow in listeners)
    expected = ringer.value
    assert isinstance(expected, int)
    world.check(expected - cut <= woken <= expected, "all who wait are woken", f"{woken} of {expected}")


TWIN = Twin(
    SOURCE,
    all_are_woken,
    wrong=("            await self.event.wait()\n", "            while not await self.ringing():\n                pass\n"),
    claim="all who wait are woken",
)
