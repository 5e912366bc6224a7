"""async-lru #480: an entry is evicted while it is being computed, and its callers wait for ever."""

from gym.race import World, race


class Db:
    async def read(self, key: str) -> str:
        return key.upper()


@race("every reader gets the name", shape="lifecycle")
def every_reader(world: World) -> None:
    names = world.subject("Names", world.port("db", Db()))
    readers = {key: world.flow(f"reader {key}", names.name_of, key) for key in ("a", "b")}
    world.run()
    world.check(all(flow.value == key.upper() for key, flow in readers.items()), "each gets its own")
