"""zigpy's semaphore (gh-90155): who was woken is cancelled, and nobody gets in any more."""

from gym.race import World, race


class Radio:
    async def send(self) -> None:
        pass


@race("a free place can be taken", shape="lost-wakeup", level=2, ties="cancel", early="cancel")
def place_taken(world: World) -> None:
    requests = world.subject("Requests", world.port("radio", Radio()))
    first = world.flow("first", requests.send)
    second = world.flow("second", requests.send)
    world.may_cancel(second)
    world.flow("third", requests.send, after=[first, second])
    world.run()
