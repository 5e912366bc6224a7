"""One child fails: the group cancels the others, waits for their cleaning up, and only then raises."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin, under_way

SOURCE = """
import asyncio

class Fetcher:
    def __init__(self, net):
        self.net = net
        self.inside = set()
    async def one(self, tag):
        self.inside.add(tag)
        try:
            return await self.net.ask(tag)
        finally:
            try:
                await asyncio.sleep(0)
            finally:
                self.inside.discard(tag)
    def left(self):
        return len(self.inside)
    async def all(self):
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.one(tag)) for tag in ('x', 'y')]
        return [task.result() for task in tasks]
"""


@race("nothing is left open", shape="lifecycle", level=2, max_early=1)
def nothing_is_left_open(world: World) -> None:
    net = world.port("net", Net())
    fetcher = world.subject("Fetcher", net)
    flow = world.flow("caller", fetcher.all)
    left = world.flow("left", fetcher.left, after=[flow])
    world.may_fail(net.ask, Fault("ConnectionError", "down"))
    world.may_cancel(flow)
    world.run()
    world.check(left.value == 0 and not under_way(world), "nothing is left open", repr(left.value))
    world.check(flow.outcome in ("ok", "ExceptionGroup", "cancelled"), "the answers or the failure", flow.outcome)


TWIN = Twin(
    SOURCE,
    nothing_is_left_open,
    wrong=(
        "        async with asyncio.TaskGroup() as group:\n            tasks = [group.create_task(",
        "        if True:\n            tasks = [asyncio.create_task(",
    ),
    claim="nothing is left open",
)
