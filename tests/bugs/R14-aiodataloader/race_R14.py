"""aiodataloader 0346af9: one caller of a batch goes away, and the others wait for ever."""

from gym.race import World, race


class Db:
    async def read(self, keys: list[str]) -> list[str]:
        return [key.upper() for key in keys]


@race("a caller that goes away takes no other with it", shape="cancellation", level=1, max_ties=1)
def others_served(world: World) -> None:
    users = world.subject("Users", world.port("db", Db()))
    first = world.flow("first", users.load, "a")
    second = world.flow("second", users.load, "b")
    world.may_cancel(first)
    world.run()
    world.check(second.value == "B", "the other is served", second.outcome)
