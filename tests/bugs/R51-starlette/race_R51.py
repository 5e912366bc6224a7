"""starlette #1438: once the body is sent, the middleware cancels what the application still had to do."""

from gym.race import World, race


class Net:
    async def send(self, message: str) -> None:
        pass


class Mailer:
    def __init__(self) -> None:
        self.sent: list[str] = []

    async def write(self, to: str) -> None:
        pass

    async def send(self, to: str) -> None:
        self.sent.append(to)


@race("accepted work is done", shape="lifecycle")
def accepted_work(world: World) -> None:
    mailer = Mailer()
    service = world.subject("Service", world.port("net", Net()), world.port("mailer", mailer))
    world.flow("client", service.sign_up, "ada")
    world.run()
    world.check(mailer.sent == ["ada"], "the mail that was promised is sent", repr(mailer.sent))
