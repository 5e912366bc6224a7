"""All who meet at a barrier go on together, and exactly one of them is the first."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

class Meeting:
    def __init__(self, net, parties):
        self.net = net
        self.barrier = asyncio.Barrier(parties)
        self.arrived = 0
    async def meet(self, who):
        await self.net.ask(who)
        self.arrived += 1
        async with self.barrier as place:
            return [place, self.arrived]
"""


@race("all together", shape="ordering", level=2, max_ties=1, max_early=1)
def all_together(world: World) -> None:
    meeting = world.subject("Meeting", world.port("net", Net()), 2)
    flows = [world.flow(name, meeting.meet, name) for name in "ab"]
    world.run()
    world.check(sorted(flow.value[0] for flow in flows) == [0, 1], "one of each place")  # type: ignore[index]
    world.check({flow.value[1] for flow in flows} == {2}, "nobody goes on before all are there")  # type: ignore[index]


TWIN = Twin(
    SOURCE,
    all_together,
    wrong=("asyncio.Barrier(parties)", "asyncio.Barrier(parties - 1)"),
    claim="one of each place",
)
