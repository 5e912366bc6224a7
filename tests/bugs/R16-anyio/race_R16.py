"""anyio #1075: the consumer that was notified is cancelled, and the notification goes with it."""

from gym.race import World, race


class Net:
    async def receive(self) -> None:
        pass


@race("an item that is there is taken while somebody waits", shape="lost-wakeup", level=1, ties="cancel")
def item_taken(world: World) -> None:
    mailbox = world.subject("Mailbox", world.port("net", Net()))
    first = world.flow("first", mailbox.take)
    second = world.flow("second", mailbox.take)
    world.flow("sender", mailbox.put, "hello")
    world.may_cancel(first)
    world.may_hang(first, second)
    world.run()
    left = world.flow("count", mailbox.left)
    world.run()
    waiting = [flow.name for flow in (first, second) if not flow.ended]
    world.check(not (left.value and waiting), "no item lies there while somebody waits", f"{waiting} wait")
