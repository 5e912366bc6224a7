"""Each caller has its own context: what it sets is seen by the tasks it makes and by nobody else."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio
from contextvars import ContextVar

class One:
    value = 'nobody'
    def set(self, value):
        self.value = value
    def get(self):
        return self.value

request = ContextVar('request', default='nobody')

class Service:
    def __init__(self, net):
        self.net = net
        self.background = []
    async def handle(self, name):
        request.set(name)
        await self.net.ask(name)
        asyncio.get_running_loop().call_soon(self.note)
        return [await self.inner(), await asyncio.create_task(self.inner()), request.get()]
    async def inner(self):
        await self.net.ask('x')
        seen = request.get()
        request.set('of the task')
        return seen
    def note(self):
        self.background.append(request.get())
    async def notes(self):
        return sorted(self.background) + [request.get()]
"""


@race("each its own", shape="ordering", level=1, ties="none")
def each_its_own(world: World) -> None:
    service = world.subject("Service", world.port("net", Net()))
    flows = {name: world.flow(name, service.handle, name) for name in "ab"}
    world.run()
    for name, flow in flows.items():
        # Awaited in place, a coroutine shares its caller's context; a task has a copy.
        world.check(flow.value == [name, "of the task", "of the task"], "each its own", repr(flow.value))
    notes = world.flow("notes", service.notes)
    world.run()
    world.check(notes.value == ["a", "b", "nobody"], "callbacks too", repr(notes.value))


TWIN = Twin(
    SOURCE,
    each_its_own,
    wrong=("ContextVar('request', default='nobody')", "One()"),
    claim="each its own",
)
