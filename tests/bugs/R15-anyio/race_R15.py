"""anyio #947: the waiter that the limiter woke is cancelled, and nobody else is woken."""

from gym.race import World, race


class Office:
    async def stamp(self) -> None:
        pass


@race("a free place goes to whoever waits", shape="lost-wakeup", level=1, ties="cancel")
def next_in_line(world: World) -> None:
    desk = world.subject("Desk", world.port("office", Office()))
    flows = [world.flow(name, desk.serve) for name in ("ann", "bob", "cid")]
    world.alike(flows[0], flows[2])
    world.may_cancel(flows[1])
    world.run()
