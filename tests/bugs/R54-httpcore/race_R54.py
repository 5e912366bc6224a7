"""httpcore #961: a queued request is given a connection and cancelled before it runs, and the place is lost."""

from gym.race import World, outcomes, race


class Net:
    async def read(self) -> bytes:
        return b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


@race("a cancelled request gives its place back", shape="permit-leak", level=2, ties="cancel", early="cancel")
def place_given_back(world: World) -> None:
    client = world.subject("Client", world.port("net", Net()))
    first = world.flow("first", client.get, "a")
    second = world.flow("second", client.get, "b")
    world.may_cancel(second)
    third = world.flow("third", client.get, "c", after=[first, second])
    world.run()
    world.check((first.value, third.value) == (200, 200), "the others are answered", repr(outcomes(first, third)))
