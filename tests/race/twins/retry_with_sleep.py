"""Retries with growing pauses: bounded, patient, and deaf to nothing that cancels them."""

from gym.race import Fault, World, race
from tests.race.twins.twin import Net, Twin

SOURCE = """
import asyncio, time

async def ask(net, tries):
    began = time.monotonic()
    for number in range(tries):
        try:
            return [await net.ask('x'), round(time.monotonic() - began, 2)]
        except ConnectionError:
            if number == tries - 1:
                raise
            await asyncio.sleep(0.1 * 2 ** number)
"""


@race("patient and bounded", shape="retry-storm", level=2, max_faults=3)
def patient(world: World) -> None:
    net = world.port("net", Net())
    flow = world.flow("caller", world.function("ask"), net, 3)
    world.may_fail(net.ask, Fault("ConnectionError", "down"), flows=[flow])
    world.may_cancel(flow)
    world.run()
    calls = world.calls("net")
    failed = sum(call.state == "failed" for call in calls)
    world.check(len(calls) <= 3, "at most three tries", repr(len(calls)))
    if flow.outcome == "ok":
        world.check(flow.value == ["x", [0.0, 0.1, 0.3][failed]], "it waited in between", repr(flow.value))
    else:
        world.check(flow.outcome == "cancelled" or failed == 3, "it gave up after three", flow.outcome)


TWIN = Twin(
    SOURCE,
    patient,
    wrong=("        except ConnectionError:", "        except (ConnectionError, asyncio.CancelledError):"),
    claim="it waited in between",
)
