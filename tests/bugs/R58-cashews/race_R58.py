"""cashews 3083230: the first commands find the backend not initialised, and each of them initialises it."""

from gym.race import World, race


class Server:
    async def connect(self) -> None:
        pass


@race("the backend is initialised once", shape="init-race")
def init_once(world: World) -> None:
    cache = world.subject("Stored", world.port("server", Server()))
    for name in ("first", "second"):
        world.flow(name, cache.get, name)
    world.run()
    connects = len(world.calls("server", "connect"))
    world.check(connects == 1, "one connection is made", str(connects))
