"""Senders and receivers of one channel: what comes through, in which order, and who is told of the end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Flow, World, call, race
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]


@dataclass
class Pipe:
    """A channel and its users. `called` keeps the items in the order of their sends, `received` what came out."""

    world: World
    capacity: int = 1
    called: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    received: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.channel = self.world.subject("Channel", self.capacity)
        self.world.watch("received", lambda: " ".join(self.received) or "-")

    def sender(self, name: str, *items: str, after: list[Flow] | None = None) -> Flow:
        def script() -> Generator[Step, Any, object]:
            for item in items:
                self.called.append(item)
                yield call(self.channel.send, item)
                self.sent.append(item)

        return self.world.flow(name, script, after=after or ())

    def receiver(self, name: str, count: int = 1, after: list[Flow] | None = None) -> Flow:
        def script() -> Generator[Step, Any, object]:
            got = []
            for _ in range(count):
                self.asked.append(name)
                item = yield call(self.channel.receive)
                self.received.append(str(item))
                got.append(item)
            return got

        return self.world.flow(name, script, after=after or ())

    def closer(self, after: list[Flow] | None = None) -> Flow:
        return self.world.flow("close", self.channel.close, after=after or ())

    def drain(self, after: list[Flow]) -> Flow:
        """Whoever receives the rest."""
        return self.world.flow("drain", self.world.function("callers:drain"), self.channel, after=after)

    def keeps_the_bound(self) -> None:
        claim = "no more than its capacity is in"
        self.world.always(claim, lambda: len(self.sent) - len(self.received) <= self.capacity)


@race("one sender and one receiver: everything comes through in order, and the sender is held back", shape="backpressure")
def held_back(world: World) -> None:
    pipe = Pipe(world, 2)
    sender = pipe.sender("sender", "a", "b", "c", "d")
    pipe.receiver("receiver", 2)
    rest = pipe.drain([pipe.closer([sender])])
    pipe.keeps_the_bound()
    world.run()
    everything = pipe.received + (rest.value if isinstance(rest.value, list) else [])
    world.check(everything == pipe.called, "items come out in the order of their sends", f"{everything}")


@race(
    "three senders and room for one: items come out in the order in which they were sent",
    shape="ordering",
    points=2,
    fault="newcomer-goes-first",
    level=1,
    max_ties=1,
)
def senders_in_order(world: World) -> None:
    pipe = Pipe(world)
    world.alike(*(pipe.sender(f"sender {item}", item) for item in "abc"))
    pipe.receiver("receiver", 3)
    pipe.keeps_the_bound()
    world.run()
    world.check(
        pipe.received == pipe.called, "items come out in the order of their sends", f"{pipe.called}, {pipe.received}"
    )


@race("three receivers: they get items in the order in which they asked", shape="ordering", points=1, level=1, max_ties=1)
def receivers_in_order(world: World) -> None:
    pipe = Pipe(world)
    receivers = [pipe.receiver(f"receiver {number}") for number in (1, 2, 3)]
    world.alike(*receivers)
    pipe.sender("sender", "a", "b", "c")
    world.run()
    got = {flow.name: flow.value[0] for flow in receivers if isinstance(flow.value, list)}
    in_turn = [got.get(name) for name in pipe.asked]
    world.check(in_turn == pipe.called, "receivers get items in the order of asking", f"{in_turn}")


@race(
    "a close while senders wait for room: they are told, what is in comes out, and what is not does not",
    shape="lifecycle",
    points=2,
    fault="close-forgets-the-senders",
    level=1,
    max_ties=1,
)
def closed_when_full(world: World) -> None:
    pipe = Pipe(world)
    senders = [pipe.sender(f"sender {item}", item) for item in "ab"]
    world.alike(*senders)
    close = pipe.closer()
    rest = pipe.drain([close])
    late = pipe.sender("late sender", "z", after=[close])
    world.run()
    told = sorted({flow.outcome for flow in senders} - {"ok", "Closed"})
    world.check(not told, "a sender is let in or told of the end", f"{told}")
    world.check(rest.value == pipe.sent, "what was sent comes out, and nothing else", f"sent {pipe.sent}, got {rest.value}")
    world.check(late.outcome == "Closed", "nothing goes in after the end", late.outcome)


@race(
    "a close while receivers wait for an item: they are told, at any time", shape="lifecycle", points=1, level=1, max_ties=1
)
def closed_when_empty(world: World) -> None:
    pipe = Pipe(world)
    receivers = [pipe.receiver(f"receiver {number}") for number in (1, 2)]
    world.alike(*receivers)
    sender = pipe.sender("sender", "a")
    pipe.closer([sender])
    world.run()
    told = sorted(flow.outcome for flow in receivers)
    world.check(told == ["Closed", "ok"], "one gets the item, and the other is told of the end", f"{told}")


@race(
    "a receiver goes away: the item that was meant for it goes to the next one",
    shape="lost-wakeup",
    points=2,
    fault="wakeup-spent-on-who-left",
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def receiver_leaves(world: World) -> None:
    pipe = Pipe(world)
    leaves, stays = pipe.receiver("leaves"), pipe.receiver("stays")
    first = pipe.sender("sender", "a")
    world.may_cancel(leaves)

    def script() -> Generator[Step, Any, object]:
        # Two items for two receivers; when one of them has gone by now, the first item has to reach the other.
        if leaves.outcome != "cancelled":
            yield call(pipe.channel.send, "b")
            pipe.sent.append("b")

    more = world.flow("sender of more", script, after=[first])
    rest = pipe.drain([pipe.closer([leaves, stays, more])])
    world.run()
    world.check(stays.outcome == "ok", "who stays gets an item", stays.outcome)
    out = pipe.received + (rest.value if isinstance(rest.value, list) else [])
    world.check(sorted(out) == sorted(pipe.sent), "every item is received once", f"sent {pipe.sent}, received {out}")


@race(
    "a sender goes away: what it had not sent does not come out, and the next one is let in",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def sender_leaves(world: World) -> None:
    pipe = Pipe(world)
    full = pipe.sender("first sender", "z")
    leaves, stays = pipe.sender("leaves", "a", after=[full]), pipe.sender("stays", "b", after=[full])
    world.may_cancel(leaves)
    receiver = pipe.receiver("receiver", after=[full])
    left_before: list[bool] = []

    def noted() -> bool:
        if leaves.ended and not left_before:
            left_before.append(leaves.outcome == "cancelled" and not receiver.started)
        return True

    world.always("noted", noted)
    rest = pipe.drain([receiver])
    pipe.closer([leaves, stays, receiver])
    world.run()
    out = rest.value if isinstance(rest.value, list) else []
    world.check(stays.outcome == "ok" and out.count("b") == 1, "who stays sends its item, once", f"{out}")
    if left_before == [True]:
        world.check("a" not in out, "what was not let in does not come out", f"{out}")
    world.check(out.count("a") <= 1 and ("a" in out or leaves.outcome != "ok"), "an item comes out once", f"{out}")
