"""tenacity #478: concurrent calls of one decorated coroutine share their state, and one of them returns nothing."""

from gym.race import World, race


class Service:
    async def ask(self, question: str) -> str:
        return question.upper()

    async def review(self, answer: str) -> bool:
        return True


@race("each caller gets its own answer", shape="lost-update")
def own_answer(world: World) -> None:
    answers = world.subject("Answers", world.port("service", Service()))
    flows = {name: world.flow(f"asker {name}", answers.answer, name) for name in ("a", "b")}
    world.run()
    found = {name: flow.value for name, flow in flows.items()}
    world.check(found == {"a": "A", "b": "B"}, "each caller gets its own answer", repr(found))
