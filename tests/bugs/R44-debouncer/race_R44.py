"""Home Assistant #32161: two calls while the function runs, and it runs twice at once."""

from gym.race import World, race


class Device:
    async def refresh(self) -> None:
        pass


@race("one refresh at a time", shape="double-submit")
def one_refresh(world: World) -> None:
    refresh = world.subject("Refresh", world.port("device", Device()))
    for name in ("first", "second"):
        world.flow(name, refresh.ask)
    world.always("at most one refresh is under way", lambda: sum(op.pending for op in world.calls("device")) <= 1)
    world.run()
