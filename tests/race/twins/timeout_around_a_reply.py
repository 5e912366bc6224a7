"""A reply, its deadline and a cancellation in one poll: exactly one of them wins, and nothing is swallowed."""

from gym.race import World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio

async def ask(net, seconds):
    try:
        async with asyncio.timeout(seconds) as deadline:
            return await net.ask('x')
    except TimeoutError:
        return 'too late' if deadline.expired() else 'wrong'

async def ask_twice(net):
    return [await ask(net, 1), await ask(net, 1)]
"""


@race("an answer or too late", shape="cancellation", level=2, timers="any", max_early=1, max_ticks=2)
def either(world: World) -> None:
    fake = Net()
    flow = world.flow("caller", world.function("ask_twice"), world.port("net", fake))
    world.may_cancel(flow)
    world.run()
    values = flow.value if flow.outcome == "ok" else []
    assert isinstance(values, list)
    world.check(set(values) <= {"x", "too late"}, "an answer or too late", repr(values))
    world.check(values.count("x") <= len(fake.asked), "no answer out of nothing", repr(values))
    world.check(flow.outcome in ("ok", "cancelled"), "it ends as one of both", flow.outcome)


TWIN = Twin(
    SOURCE,
    either,
    wrong=("    except TimeoutError:", "    except (TimeoutError, asyncio.CancelledError):"),
    claim="an answer or too late",
)
