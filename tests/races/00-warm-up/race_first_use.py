"""Callers who all come before there is a client."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import Fault, Flow, World, call, op, race
from gym.race.ports import PortThing
from gym.race.steps import Step


class Server:
    """Gives a client of its own to each call that gets through."""

    def __init__(self) -> None:
        self._opened = 0

    # A connect whose caller hung up is closed by the supplier.
    @op(on_cancel="drops")
    async def connect(self) -> str:
        self._opened += 1
        return f"client {self._opened}"

    async def deliver(self, client: str, address: str, text: str) -> None:
        pass

    def _watched(self) -> dict[str, str]:
        return {"opened": str(self._opened)}


def mail_server(world: World) -> PortThing:
    server = world.port("server", Server())
    world.watch("connecting", lambda: str(under_way(world)))
    return server


def under_way(world: World) -> int:
    """How many callers are connecting now."""
    return sum(op.state == "invoked" for op in world.calls("server", "connect"))


def has_client(flow: Flow) -> bool:
    """Whether this caller came back with a client: one that returned None did not."""
    return flow.outcome == "ok" and str(flow.value).startswith("client ")


def told(flow: Flow) -> str:
    """What this caller came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome


@race("two first callers: one connection is opened", shape="init-race", points=2, fault="first-use-is-open-to-two", level=1)
def one_connection(world: World) -> None:
    mailer = world.subject("Mailer", mail_server(world))
    first, second = (world.flow(name, mailer.get_client) for name in ("caller A", "caller B"))
    world.alike(first, second)
    world.always("no second connect while one is under way", lambda: under_way(world) <= 1)
    world.run()
    opened = len(world.calls("server", "connect"))
    world.check(opened == 1, "one connection is opened", f"{opened}")


@race(
    "two first callers and a late one: all hold the same client",
    shape="init-race",
    points=1,
    fault="first-use-is-open-to-two",
    level=1,
)
def same_client(world: World) -> None:
    mailer = world.subject("Mailer", mail_server(world))
    early = [world.flow(name, mailer.get_client) for name in ("caller A", "caller B")]
    world.alike(*early)
    late = world.flow("late caller", mailer.get_client, after=early)
    world.run()
    held = {str(flow.value) for flow in (*early, late)}
    world.check(len(held) == 1 and has_client(late), "all hold the same client", f"{sorted(held)}")


@race(
    "a first connect that fails is told to those who waited, and the next caller connects again",
    shape="cached-failure",
    points=1,
    level=1,
    max_ties=1,
)
def failed_connect(world: World) -> None:
    server = mail_server(world)
    mailer = world.subject("Mailer", server)
    early = [world.flow(name, mailer.get_client) for name in ("caller A", "caller B")]
    late = world.flow("late caller", mailer.get_client, after=early)
    world.may_fail(server.connect, Fault("ConnectFailed", "421 too busy"))
    world.run()
    answered = all(has_client(flow) or flow.outcome == "ConnectFailed" for flow in early)
    world.check(answered, "who waits gets a client or ConnectFailed", f"{sorted({told(flow) for flow in early})}")
    world.check(has_client(late), "the next caller gets a client", told(late))


@race(
    "the first caller goes away while it connects: the others get their client",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
)
def caller_leaves(world: World) -> None:
    mailer = world.subject("Mailer", mail_server(world))
    leaves = world.flow("impatient", mailer.get_client)
    stays = world.flow("patient", mailer.get_client)
    late = world.flow("late caller", mailer.get_client, after=[leaves, stays])
    world.may_cancel(leaves)
    world.run()
    world.check(has_client(stays), "who stays gets a client", told(stays))
    world.check(late.value == stays.value, "a late caller gets the same one", f"{late.value} and {stays.value}")


@race(
    "the only caller goes away, its connect fails, or both: whoever calls later gets a client",
    shape="cached-failure",
    points=1,
)
def later_caller(world: World) -> None:
    server = mail_server(world)
    mailer = world.subject("Mailer", server)
    leaves = world.flow("impatient", mailer.get_client)
    world.may_cancel(leaves)
    world.may_fail(server.connect, Fault("ConnectFailed", "421 too busy"), flows=[leaves])
    joined: list[bool] = []

    def calls() -> Generator[Step, object, object]:
        joined.append(under_way(world) > 0)  # then it may be told of the failure of what it waits for
        return (yield call(mailer.get_client))

    late = world.flow("late caller", calls, after=[leaves])
    world.run()
    answered = has_client(late) or (joined == [True] and late.outcome == "ConnectFailed")
    world.check(answered, "whoever calls later gets a client", told(late))
