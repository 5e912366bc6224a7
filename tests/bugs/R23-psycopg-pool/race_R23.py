"""psycopg #503: the waiter that a connection was handed to is cancelled, keeps it all the same, and it is lost."""

from gym.race import World, outcomes, race


class Db:
    async def query(self) -> None:
        pass


@race(
    "a connection that is free can be had",
    shape="permit-leak",
    level=2,
    ties="cancel",
    early="cancel",
    timers="last",
)
def connection_had(world: World) -> None:
    reports = world.subject("Reports", world.port("db", Db()))
    first = world.flow("first", reports.make)
    second = world.flow("second", reports.make)
    world.may_cancel(second)
    world.may_ignore_cancel(second)  # the fixed version keeps a connection that came with the cancellation
    third = world.flow("third", reports.make, after=[first, second])
    world.flow("end", reports.close, after=[third])
    world.run()
    world.check(outcomes(first, third) == {"ok": 2}, "the others get a connection", repr(outcomes(first, third)))
