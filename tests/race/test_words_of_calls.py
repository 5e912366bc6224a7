"""How what is handed to the subject is called in a table."""

from __future__ import annotations

from gym.judge.verdict import Verdict
from gym.race import World, race
from tests.race.arena import Arena


class Model:
    async def ask(self) -> str:
        return "a story"


def test_a_method_of_a_port_is_called_by_its_name(arena: Arena) -> None:
    @race("it answers", shape="control")
    def answers(world: World) -> None:
        model = world.port("model", Model())
        flow = world.flow("caller", world.function("use"), model.ask)
        world.run()
        world.check(flow.value == "another", "it answers", repr(flow.value))

    verdict = arena.judge("async def use(ask):\n    return await ask()\n", answers)
    assert verdict.verdict is Verdict.REJECTED
    assert verdict.trace is not None
    assert next(cell.text for cell in verdict.trace.steps[0].cells) == "use(model.ask)"
