"""A reader gets the old value at once while one kept task fetches the new one: that task is no leak."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin, under_way

SOURCE = """
import asyncio

class Cache:
    def __init__(self, net):
        self.net = net
        self.value = 'old'
        self.refreshing = None
    async def get(self):
        if self.refreshing is None:
            self.refreshing = asyncio.create_task(self.refresh())
        return self.value
    async def refresh(self):
        try:
            self.value = await self.net.ask('new')
        finally:
            self.refreshing = None
    async def aclose(self):
        if self.refreshing is not None:
            self.refreshing.cancel()
            await asyncio.gather(self.refreshing, return_exceptions=True)
"""


@race("old or new, one fetch at a time", shape="stale-response", level=2, max_early=1)
def one_at_a_time(world: World) -> None:
    cache = world.subject("Cache", world.port("net", Net()))
    readers = [world.flow(name, cache.get) for name in "ab"]
    closing = world.flow("closing", cache.aclose, after=readers[:1])
    world.always("one fetch at a time", lambda: under_way(world) <= 1)
    world.may_cancel(readers[0])
    world.run()
    values = [flow.value for flow in readers if flow.outcome == "ok"]
    world.check(set(values) <= {"old", "new"} and closing.outcome == "ok", "old or new", repr(values))


TWIN = Twin(
    SOURCE,
    one_at_a_time,
    wrong=(
        "if self.refreshing is None:\n            self.refreshing",
        "if self.value == 'old':\n            self.refreshing",
    ),
    claim="one fetch at a time",
)
