"""Callers of a service that is down for a while: who asks it, and who is told Open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gym.race import Fault, Flow, World, op, race
from gym.race.ports import PortMethod

PAUSE = 30.0


class Service:
    """Answers or fails; what is slow ends when `hold` no longer holds."""

    def __init__(self) -> None:
        self.hold: Callable[[], bool] = lambda: False

    @op(on_cancel="drops")
    async def answers(self) -> str:
        return "answer"

    @op(on_cancel="drops")
    async def fails(self) -> str:
        raise Fault("OSError", "down")

    @op(on_cancel="drops")
    async def answers_late(self) -> str:
        return "late answer"

    @op(on_cancel="drops")
    async def fails_late(self) -> str:
        raise Fault("OSError", "down")

    def _ready(self, op: Any) -> bool:
        return not (str(op.method).endswith("late") and self.hold())


@dataclass
class Shop:
    """A breaker and its callers."""

    world: World
    failures: int = 1

    def __post_init__(self) -> None:
        self.service = Service()
        self.port = self.world.port("service", self.service)
        self.breaker = self.world.subject("Breaker", self.failures, PAUSE)

    def caller(self, name: str, how: PortMethod, after: list[Flow] | None = None, wait: float | None = None) -> Flow:
        if wait is None:
            return self.world.flow(name, self.breaker.call, how, after=after or ())
        return self.world.flow(name, self.world.function("callers:later"), self.breaker, how, wait, after=after or ())

    def crowd(self, after: list[Flow], wait: float) -> Flow:
        crowd = self.world.function("callers:crowd")
        return self.world.flow("crowd", crowd, self.breaker, self.port.answers, wait, after=after)

    def check(self, flow: Flow, outcome: str, claim: str) -> None:
        self.world.check(flow.outcome == outcome, claim, f"{flow.name}: {flow.outcome}")


@race("two failures in a row open it, an answer between them does not; an open one asks nobody", shape="control", points=1)
def opens(world: World) -> None:
    shop = Shop(world, 2)
    flows: list[Flow] = []
    for number, how in enumerate("fafff", 1):
        method = shop.port.fails if how == "f" else shop.port.answers
        flows.append(shop.caller(f"call {number}", method, after=flows[-1:]))
    world.run()
    ends = [flow.outcome for flow in flows]
    world.check(ends == ["OSError", "ok", "OSError", "OSError", "Open"], "it opens after two failures in a row", f"{ends}")
    asked = len(world.calls("service"))
    world.check(asked == 4, "an open breaker asks nobody", f"asked {asked} times")


@race(
    "five calls when the pause is over: one goes through, and four are told Open",
    shape="check-then-act",
    points=2,
    fault="everybody-tries",
)
def crowd(world: World) -> None:
    shop = Shop(world)
    first = shop.caller("first", shop.port.fails)
    crowd = shop.crowd([first], PAUSE + 1)
    late = shop.caller("late", shop.port.answers, after=[crowd])
    world.run()
    told = sorted(crowd.value) if isinstance(crowd.value, list) else [crowd.outcome]
    world.check(told == ["Open"] * 4 + ["answer"], "one goes through, and the others are told Open", f"{told}")
    shop.check(late, "ok", "an answered probe closes it")


@race("a probe that fails: open for another pause, counted from then", shape="stuck-breaker", points=1)
def probe_fails(world: World) -> None:
    shop = Shop(world, 2)
    one = shop.caller("call 1", shop.port.fails)
    two = shop.caller("call 2", shop.port.fails, after=[one])
    probe = shop.caller("probe", shop.port.fails, after=[two], wait=PAUSE + 1)
    soon = shop.caller("soon", shop.port.answers, after=[probe], wait=PAUSE - 1)
    then = shop.caller("then", shop.port.answers, after=[soon], wait=2.5)
    world.run()
    shop.check(soon, "Open", "a probe that fails opens it for another pause")
    shop.check(then, "ok", "after that pause one goes through again")


@race(
    "callers go away: that is no failure, and a probe that has gone leaves its place to the next call",
    shape="stuck-breaker",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
    max_cancels=2,
)
def probe_leaves(world: World) -> None:
    shop = Shop(world)
    impatient = shop.caller("impatient", shop.port.answers)
    first = shop.caller("first", shop.port.fails, after=[impatient])
    probe = shop.caller("probe", shop.port.answers, after=[first], wait=PAUSE + 1)
    world.may_cancel(impatient, probe)
    late = shop.caller("late", shop.port.answers, after=[probe], wait=PAUSE + 1)
    world.run()
    shop.check(first, "OSError", "a caller that goes away is no failure")
    shop.check(late, "ok", "a probe that has gone leaves its place to the next call")


@race(
    "an answer from before the outage arrives late: it stays open",
    shape="check-then-act",
    points=2,
    fault="old-answers-count",
)
def late_answer(world: World) -> None:
    shop = Shop(world)
    old = shop.caller("old call", shop.port.answers_late)
    fails = shop.caller("fails", shop.port.fails)
    shop.service.hold = lambda: not fails.ended
    late = shop.caller("late", shop.port.answers, after=[old, fails])
    world.run()
    began = [each.method for each in world.calls("service")]
    if began[:1] == ["answers_late"]:
        shop.check(old, "ok", "the old call gets its answer")
        shop.check(late, "Open", "an answer from before the outage closes nothing")


@race(
    "a failure from before the outage arrives when all is well again: it stays closed",
    shape="check-then-act",
    points=1,
    fault="old-answers-count",
    timers="any",
)
def late_failure(world: World) -> None:
    shop = Shop(world)
    old = shop.caller("old call", shop.port.fails_late)
    fails = shop.caller("fails", shop.port.fails)
    probe = shop.caller("probe", shop.port.answers, after=[fails], wait=PAUSE + 1)
    shop.service.hold = lambda: not probe.ended
    late = shop.caller("late", shop.port.answers, after=[old, probe])
    world.run()
    began = [each.method for each in world.calls("service")]
    if began[:2] == ["fails_late", "fails"] and probe.outcome == "ok":
        shop.check(old, "OSError", "the old call gets its error")
        shop.check(late, "ok", "a failure from before the outage opens nothing")
