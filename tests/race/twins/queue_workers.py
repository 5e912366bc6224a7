"""Workers that loop for ever, a queue that is joined, and a close that cancels and awaits them: nothing hangs or leaks."""

from gym.race import Fault, World, outcomes, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Pool:
    def __init__(self, net):
        self.net = net
        self.queue = asyncio.Queue()
        self.failed = []
        self.workers = [asyncio.create_task(self.work()) for _ in range(2)]
    async def work(self):
        while True:
            item = await self.queue.get()
            try:
                await self.net.ask(item)
            except ConnectionError:
                self.failed.append(item)
            finally:
                self.queue.task_done()
    async def run(self, *items):
        for item in items:
            self.queue.put_nowait(item)
        await self.queue.join()
        return len(self.failed)
    async def close(self):
        for worker in self.workers:
            worker.cancel()
        await asyncio.gather(*self.workers, return_exceptions=True)
"""


@race("each item once", shape="lifecycle", level=1, max_ties=1)
def each_item_once(world: World) -> None:
    fake = Net()
    net = world.port("net", fake)
    pool = world.subject("Pool", net)
    flow = world.flow("caller", pool.run, "x", "y", "z")
    world.may_fail(net.ask, Fault("ConnectionError", "down"))
    world.run()
    world.check(outcomes(flow) == {"ok": 1}, "it ends", flow.outcome)
    world.check(len(fake.asked) + int(str(flow.value)) == 3 == len(set(fake.asked)) + int(str(flow.value)), "each item once")
    world.flow("close", pool.close)
    world.run()


TWIN = Twin(
    SOURCE,
    each_item_once,
    wrong=(
        "            finally:\n                self.queue.task_done()",
        "            else:\n                self.queue.task_done()",
    ),
    claim="hang",
)
