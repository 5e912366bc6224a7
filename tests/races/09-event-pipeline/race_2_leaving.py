"""Who waits at the channel may go away at any moment, and takes nothing along."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import Flow, Handle, Raised, World, call, race, together
from gym.race.steps import Step

from .pipe import BUDGET, Script, channel_in, puts, returned, told


def staying(waiting: dict[str, Flow]) -> list[str]:
    """The events of those who have not gone away."""
    return [event for event, flow in waiting.items() if not flow.cancel_sent]


def taking_all(channel: Handle, got: list[object], waiting: dict[str, Flow]) -> Script:
    """A consumer that takes until it has "a" and what those who stay have put in."""

    def script() -> Generator[Step, Any, None]:
        while not {"a", *staying(waiting)} <= set(got):
            got.append((yield call(channel.take)))

    return script


@race(
    "two wait, an event comes, the channel is closed, and one of the two goes away: the other gets the event",
    shape="lifecycle",
    points=2,
    level=2,
    max_ties=1,
    early="cancel",
    budget=BUDGET,
)
def taker_leaves(world: World) -> None:
    channel = channel_in(world, 1)
    takers = [world.flow(name, channel.take) for name in ("taker A", "taker B")]
    world.may_hang(*takers)
    world.run()  # until both wait, and no further
    (put,) = puts(world, channel, "a")
    close = world.flow("close", channel.close)
    world.may_cancel(takers[0])
    last = world.flow("last taker", channel.take, after=[put, close])
    world.run()
    got = [told(flow) for flow in takers]
    world.check(told(close) == "None", "close returns", told(close))
    world.check(told(put) in ("None", "ChannelClosed"), "the put returns, or is refused", told(put))
    world.check(set(got) <= {"a", "ChannelClosed", "cancelled"}, "who waits gets the event or is told of the end", f"{got}")
    world.check(told(last) in ("a", "ChannelClosed"), "so does who comes after that", told(last))
    went_in = 1 if told(put) == "None" else 0
    world.check(got.count("a") == went_in, "what went in goes to one who stays", f"{got}")


@race(
    "two wait for room, and one of them goes away as there is some: the other's event goes in",
    shape="lost-wakeup",
    points=2,
    level=2,
    max_ties=1,
    early="cancel",
    budget=BUDGET,
)
def putter_leaves(world: World) -> None:
    channel = channel_in(world, 1)
    (fill,) = puts(world, channel, "a")
    waiting = dict(zip("bc", puts(world, channel, "b", "c", after=[fill]), strict=True))
    world.may_cancel(waiting["b"])
    got: list[object] = []

    consumer = world.flow("consumer", taking_all(channel, got, waiting), after=[fill])
    world.may_hang(consumer, *waiting.values())
    world.run()
    missing = [event for event in staying(waiting) if event not in got]
    world.check(not missing, "the event of who stays goes in and comes out", f"{got}")
    world.check(len(set(got)) == len(got), "no event comes out twice", f"{got}")


@race(
    "a taker gives up or goes away, or somebody who waits for room does: there is no more room than before",
    shape="backpressure",
    points=2,
    fault="leaver-makes-room",
    level=1,
    max_ties=1,
    budget=BUDGET,
)
def leaver_makes_no_room(world: World) -> None:
    channel = channel_in(world, 1)
    leaver = world.flow("impatient", channel.take, timeout=1)
    fill = puts(world, channel, "a", after=[leaver])
    waiting = dict(zip("bc", puts(world, channel, "b", "c", after=fill), strict=True))
    world.may_cancel(leaver, waiting["b"])
    putters = [*fill, *waiting.values()]
    got: list[object] = []
    consumer = world.flow("consumer", taking_all(channel, got, waiting), after=fill)
    world.may_hang(consumer, *waiting.values())
    world.watch("inside", lambda: str(returned(putters) - len(got)))
    world.always("no more than one event waits", lambda: returned(putters) - len(got) <= 1)
    world.run()
    world.check(told(leaver) in ("TimeoutError", "cancelled"), "nothing came, and that is what it is told", told(leaver))
    missing = [event for event in staying(waiting) if event not in got]
    world.check(not missing, "the event of who stays goes in and comes out", f"{got}")


@race(
    "a taker goes away as its event comes, and another event follows: they come out in the order in which they went in",
    shape="ordering",
    points=1,
    level=2,
    max_ties=1,
    early="cancel",
    budget=BUDGET,
)
def order_kept(world: World) -> None:
    channel = channel_in(world, 2)
    leaver = world.flow("taker", channel.take)
    world.may_cancel(leaver)

    producer = world.flow("collector", world.function("worker:collect"), channel, ["a", "b"])
    got: list[object] = []

    def rest() -> Generator[Step, Any, None]:
        got.extend([leaver.value] if leaver.outcome == "ok" else [])
        while len(got) < 2:
            got.append((yield call(channel.take)))

    world.flow("consumer", rest, after=[leaver, producer])
    world.run()
    world.check(got == ["a", "b"], "they come out in the order in which they went in", f"{got}")


@race(
    "a taker's time is up, or it goes away, as an event comes: it is taken, or goes to the next one",
    shape="lifecycle",
    points=2,
    fault="wakeup-goes-with-its-taker",
    level=2,
    max_ties=1,
    max_early=1,
    timers="any",
    budget=BUDGET,
)
def deadline(world: World) -> None:
    channel = channel_in(world, 1)
    impatient = world.flow("impatient", channel.take, timeout=1)
    patient = world.flow("patient", channel.take)
    world.may_hang(patient)
    world.may_cancel(impatient)
    (put,) = puts(world, channel, "a")
    world.run()
    world.check(told(put) == "None", "the put returns", told(put))
    got = [told(flow) for flow in (impatient, patient)]
    world.check(got[0] in ("a", "TimeoutError", "cancelled"), "who has waited long enough is told so", f"{got}")
    world.check(got.count("a") == 1, "the event is taken once", f"{got}")


@race(
    "a taker waits for a second, and after half of it somebody else is quicker: its second is over when it is over",
    shape="control",
    points=1,
    budget=BUDGET,
)
def in_time(world: World) -> None:
    channel = channel_in(world, 1)
    pause = world.function("asyncio:sleep")
    got: list[object] = []
    waited: list[float] = []

    def waits() -> Generator[Step, Any, None]:
        begun = world.now
        try:
            got.append((yield call(channel.take, timeout=1)))
        except Raised as error:
            got.append(error.name)
        waited.append(round(world.now - begun, 3))

    def is_quick() -> Generator[Step, Any, None]:
        yield call(pause, 0.5)
        _, taken = yield together(call(channel.put, "a"), call(channel.take, timeout=5))
        got.append(taken if isinstance(taken, str) else "TimeoutError")

    world.flow("impatient", waits)
    world.flow("half a second later", is_quick)
    world.run()
    world.check(
        sorted(map(str, got)) == ["TimeoutError", "a"], "one gets the event, the other is told that none came", f"{got}"
    )
    world.check(waited[0] <= 1.001, "nobody waits longer than it said", f"{waited[0]} s")
