"""Results come in the order in which their calls were completed, ties included."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def as_they_come(net, *names):
    tasks = [asyncio.create_task(net.ask(name)) for name in names]
    return [await done for done in asyncio.as_completed(tasks)]
"""


@race("in the order of completion", shape="ordering", level=2)
def in_order(world: World) -> None:
    fake = Net()
    flow = world.flow("caller", world.function("as_they_come"), world.port("net", fake), "x", "y", "z")
    world.run()
    world.check(flow.value == fake.asked, "in the order of completion", f"{flow.value} of {fake.asked}")


TWIN = Twin(
    SOURCE,
    in_order,
    wrong=("[await done for done in asyncio.as_completed(tasks)]", "await asyncio.gather(*tasks)"),
    claim="in the order of completion",
)
