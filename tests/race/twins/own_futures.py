"""Futures of one's own, resolved by callbacks: who resolves asks first whether somebody else did, or a cancellation."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Mailbox:
    def __init__(self, net):
        self.net = net
        self.loop = asyncio.get_running_loop()
        self.waiting = {}
    async def receive(self, key):
        future = self.waiting[key] = self.loop.create_future()
        timer = self.loop.call_later(5, self.resolve, key, 'nothing came')
        try:
            return await future
        finally:
            timer.cancel()
            del self.waiting[key]
    def resolve(self, key, value):
        future = self.waiting.get(key)
        if future is not None and not future.done():
            future.set_result(value)
    async def send(self, key):
        value = await self.net.ask(key)
        self.loop.call_soon(self.resolve, key, value)
        self.loop.call_soon(self.resolve, key, 'a second time')
"""


@race("told once", shape="cancellation", level=2, max_early=1, timers="any")
def told_once(world: World) -> None:
    box = world.subject("Mailbox", world.port("net", Net()))
    receiver = world.flow("receiver", box.receive, "k")
    world.flow("sender", box.send, "k")
    world.may_cancel(receiver)
    world.run()
    told = receiver.outcome == "cancelled" or receiver.value in ("k", "nothing came")
    world.check(told, "told once", repr(receiver.value))


TWIN = Twin(
    SOURCE,
    told_once,
    wrong=("if future is not None and not future.done():", "if future is not None:"),
    claim="lost exception",
)
