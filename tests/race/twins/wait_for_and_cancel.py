"""wait_for around a reply, a deadline and a cancellation: one of three, and a cancellation is never swallowed."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Client:
    def __init__(self, net):
        self.net = net
        self.held = 0
    async def ask(self, what):
        self.held += 1
        try:
            return await asyncio.wait_for(self.net.ask(what), 1)
        except TimeoutError:
            return 'too late'
        finally:
            self.held -= 1
    def left(self):
        return self.held
"""


@race("one of three", shape="cancellation", level=2, timers="any")
def one_of_three(world: World) -> None:
    client = world.subject("Client", world.port("net", Net()))
    flow = world.flow("caller", client.ask, "x")
    left = world.flow("left", client.left, after=[flow])
    world.may_cancel(flow)
    world.run()
    world.check(flow.outcome == "cancelled" or flow.value in ("x", "too late"), "one of three", repr(flow.value))
    world.check(left.value == 0, "nothing is held", repr(left.value))


# On 3.11 wait_for swallows a cancellation that comes with the reply (gh-86296): not this program's fault.
TWIN = Twin(
    SOURCE,
    one_of_three,
    wrong=("        finally:\n            self.held -= 1", "        finally:\n            self.held -= self.held > 1"),
    claim="nothing is held",
    excuse=True,
)
