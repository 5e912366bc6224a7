"""The end: nothing goes in any more, and what is inside still comes out."""

from __future__ import annotations

from gym.race import World, race

from .pipe import BUDGET, channel_in, in_order, puts, stored, told, workers


@race(
    "an event is put into a closed channel: its caller is told, and none is lost in silence",
    shape="lifecycle",
    points=2,
    fault="put-after-close-dropped",
    level=1,
    budget=BUDGET,
)
def put_after_close(world: World) -> None:
    channel = channel_in(world, 2)
    (early,) = puts(world, channel, "early")
    close = world.flow("close", channel.close)
    (late,) = puts(world, channel, "late", after=[close])
    again = world.flow("close again", channel.close, after=[close])
    (worker,), store = workers(world, channel, "worker", after=[early, late, again])
    last = world.flow("taker", channel.take, after=[worker])
    world.run()
    world.check(told(again) == "None", "a channel may be closed twice", told(again))
    world.check(told(late) == "ChannelClosed", "who comes too late is told so", told(late))
    world.check(told(early) in ("None", "ChannelClosed"), "a put returns or raises ChannelClosed", told(early))
    expected = ["early"] if told(early) == "None" else []
    world.check(stored(store) == expected, "what went in comes out, and nothing else", f"{stored(store)}")
    world.check(told(last) == "ChannelClosed", "whoever takes after the end is told so", told(last))


@race(
    "the channel is closed while a put waits for room: the put is refused, and its event does not come out",
    shape="lifecycle",
    points=2,
    fault="close-forgets-putters",
    level=1,
    budget=BUDGET,
)
def put_refused(world: World) -> None:
    channel = channel_in(world, 1)
    (fill,) = puts(world, channel, "a")
    (late,) = puts(world, channel, "b", after=[fill])
    close = world.flow("close", channel.close, after=[fill])
    (worker,), store = workers(world, channel, "worker", after=[late, close])
    join = world.flow("join", channel.join, after=[worker])
    world.run()
    world.check(told(late) == "ChannelClosed", "the put is refused", told(late))
    world.check(stored(store) == ["a"], "what went in comes out, and nothing else", f"{stored(store)}")
    world.check(told(join) == "None", "join returns once all that went in is done", told(join))


@race(
    "two workers, and the channel is closed with two events inside: each comes out once, and both workers end",
    shape="lifecycle",
    points=2,
    level=1,
    budget=BUDGET,
)
def close_drains(world: World) -> None:
    channel = channel_in(world, 2)
    putters = puts(world, channel, "a", None)
    close = world.flow("close", channel.close, after=putters)
    pair, store = workers(world, channel, "worker A", "worker B")
    world.alike(*pair)
    world.alike(*putters)
    world.run()
    world.check(told(close) == "None", "close returns", told(close))
    world.check([told(flow) for flow in pair] == ["None"] * 2, "both workers end well", f"{[told(flow) for flow in pair]}")
    world.check(in_order(stored(store)) == ["None", "a"], "each event comes out once", f"{stored(store)}")
