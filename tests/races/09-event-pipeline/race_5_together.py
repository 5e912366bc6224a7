"""Producers, workers, the end, and somebody who goes away: all of it at once."""

from __future__ import annotations

from gym.race import World, race

from .pipe import BUDGET, channel_in, puts, stored, told, workers


@race(
    "two producers, two workers, a close, and one of them goes away: nothing is lost, nothing is doubled, and all end",
    shape="lifecycle",
    points=2,
    level=1,
    max_ties=1,
    ties="cancel",
    budget=BUDGET,
)
def together(world: World) -> None:
    channel = channel_in(world, 1)
    putters = puts(world, channel, "a", "b")
    close = world.flow("close", channel.close)
    pair, store = workers(world, channel, "worker A", "worker B")
    world.may_cancel(pair[0], putters[0])
    world.run()
    found = stored(store)
    world.check(told(close) == "None", "close returns", told(close))
    ends = [told(flow) for flow in putters]
    world.check(set(ends) <= {"None", "ChannelClosed", "cancelled"}, "a put returns, or is refused", f"{ends}")
    ends = [told(flow) for flow in pair]
    world.check(set(ends) <= {"None", "cancelled"}, "the workers end", f"{ends}")
    for event, put in zip("ab", putters, strict=True):
        if told(put) == "None":
            world.check(found.count(event) == 1, "what went in comes out once", f"{found}")
        elif told(put) == "ChannelClosed":
            world.check(found.count(event) == 0, "what was refused does not come out", f"{found}")
        else:
            world.check(found.count(event) <= 1, "no event comes out twice", f"{found}")
