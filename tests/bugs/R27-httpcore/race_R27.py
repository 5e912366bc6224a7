"""httpcore #785: a request is cancelled while it connects, and its place in the pool is lost."""

from gym.race import World, outcomes, race


class Net:
    async def connect(self) -> None:
        pass

    async def read(self) -> bytes:
        return b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


@race("a cancelled request gives its place back", shape="permit-leak")
def place_given_back(world: World) -> None:
    client = world.subject("Client", world.port("net", Net()))
    first = world.flow("first", client.get, "a")
    second = world.flow("second", client.get, "b")
    world.may_cancel(first)
    world.run()
    third = world.flow("third", client.get, "c")
    world.run()
    world.check((second.value, third.value) == (200, 200), "the others are answered", repr(outcomes(second, third)))
