"""The first answer wins; the losers are cancelled and awaited, whatever else happens in that poll."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin, under_way

SOURCE = """
import asyncio

async def first(net, *mirrors):
    tasks = [asyncio.create_task(net.ask(mirror)) for mirror in mirrors]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return next(task.result() for task in tasks if task in done)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
"""


@race("one answer, no call left", shape="loser-not-cancelled", level=2)
def one_answer(world: World) -> None:
    fake = Net()
    flow = world.flow("caller", world.function("first"), world.port("net", fake), "x", "y")
    world.may_cancel(flow)
    world.always("no call is left when the first was given", lambda: not (flow.ended and under_way(world)))
    world.run()
    world.check(flow.outcome == "cancelled" or flow.value in fake.asked, "an answer that was given", repr(flow.value))


TWIN = Twin(
    SOURCE,
    one_answer,
    wrong=(
        "            task.cancel()\n        await asyncio.gather(*tasks, return_exceptions=True)",
        "            task.done()",
    ),
    claim="no call is left when the first was given",
)
