"""redis-py #2624: a cancelled command gives its connection back, and the next one reads the reply that was not for it."""

from gym.race import World, race


class Server:
    async def get(self, key: str) -> str:
        return key.upper()


@race("a reply belongs to whoever asked", shape="stale-response")
def own_reply(world: World) -> None:
    cache = world.subject("Cache", world.port("server", Server()))
    first = world.flow("first", cache.get, "a")
    second = world.flow("second", cache.get, "b")
    world.may_cancel(first)
    world.run()
    claim = "each gets the value of its own key"
    world.check(first.outcome == "cancelled" or first.value == "A", claim, repr(first.value))
    world.check(second.value == "B", claim, repr(second.value))
