"""Who waits for a condition is woken, asks again whether it holds, and hands it on if cancelled."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Shelf:
    def __init__(self, net):
        self.net = net
        self.changed = asyncio.Condition()
        self.items = []
    async def take(self):
        async with self.changed:
            while not self.items:
                await self.changed.wait()
            return self.items.pop()
    async def bring(self, *items):
        items = [await self.net.ask(item) for item in items]
        async with self.changed:
            for item in items:
                self.items.append(item)
                self.changed.notify()
"""


@race("each item is taken", shape="lost-wakeup", level=2, ties="cancel", early="cancel")
def each_is_taken(world: World) -> None:
    shelf = world.subject("Shelf", world.port("net", Net()))
    takers = [world.flow(name, shelf.take) for name in "ab"]
    world.flow("bringer", shelf.bring, 1)
    world.may_cancel(takers[0])
    world.may_hang(*takers)
    world.run()
    taken = [flow.value for flow in takers if flow.outcome == "ok"]
    waits = [flow for flow in takers if flow.outcome == "hung"]
    world.check(
        taken == [1] or not waits, "no item lies there while somebody waits", repr([flow.outcome for flow in takers])
    )
    world.check(len(taken) <= 1 and not any(flow.error for flow in takers), "each item is taken once", repr(taken))


# Below 3.13 a Condition loses a notification when the notified task is cancelled (gh-112202): not this program's fault.
TWIN = Twin(
    SOURCE,
    each_is_taken,
    wrong=("            while not self.items:\n", "            if not self.items:\n"),
    claim="each item is taken once",
    excuse=True,
)
