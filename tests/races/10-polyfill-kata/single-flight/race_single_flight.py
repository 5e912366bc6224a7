"""Callers who want one profile: how many calls are made for them, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, World, call, op, race
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]
DOWN = Fault("OSError", "down")


class Store:
    """Loads profiles; the answer tells which load it is of."""

    def __init__(self) -> None:
        self._loads = 0

    @op(on_cancel="drops")
    async def load(self, key: str) -> str:
        self._loads += 1
        return f"{key}, load {self._loads}"

    @op(on_cancel="drops")
    async def close(self, key: str) -> None:
        pass


@dataclass
class Service:
    """Callers of one SingleFlight; `joined` keeps the names of those who came while a load was under way."""

    world: World
    joined: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store = self.world.port("store", Store())
        self.flights = self.world.subject("SingleFlight")
        self.world.watch("in flight", lambda: str(self.in_flight))

    def caller(self, name: str, key: str = "ada", after: list[Flow] | None = None, how: str = "load") -> Flow:
        load = self.world.function(f"callers:{how}")

        def script() -> Generator[Step, Any, object]:
            if self.in_flight and key == "ada":
                self.joined.append(name)
            return (yield call(load, self.flights, self.store, key))

        return self.world.flow(name, script, after=after or ())

    @property
    def in_flight(self) -> int:
        """How many loads of ada's profile are under way."""
        return sum(each.state == "invoked" and each.args[0] == "ada" for each in self.world.calls("store", "load"))

    @property
    def loads(self) -> int:
        return len(self.world.calls("store", "load"))

    def one_in_flight(self) -> None:
        self.world.always("one call of a key is in flight", lambda: self.in_flight <= 1)


def told(flow: Flow) -> str:
    """What a caller came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome


@race(
    "two callers of one key share a call, one of another key has its own, and a later one begins anew",
    shape="double-submit",
    points=1,
    level=1,
    max_ties=1,
)
def shared(world: World) -> None:
    service = Service(world)
    early = [service.caller(name) for name in ("caller A", "caller B")]
    world.alike(*early)
    other = service.caller("other key", "bob", after=early[:1])
    late = service.caller("late caller", after=early)
    service.one_in_flight()
    world.run()
    world.check(told(other).startswith("bob, "), "another key has a call of its own", told(other))
    if service.joined:
        world.check(
            told(early[0]) == told(early[1]), "who joins gets the same result", f"{told(early[0])}, {told(early[1])}"
        )
    world.check(told(late) not in {told(each) for each in early}, "a later caller begins anew", told(late))
    world.check(told(late).startswith("ada, "), "everybody gets a result", told(late))


@race(
    "a call that fails is told to all who wait for it, and the next caller begins anew",
    shape="cached-failure",
    points=1,
    level=1,
    max_ties=1,
)
def shared_error(world: World) -> None:
    service = Service(world)
    first, second = service.caller("caller A"), service.caller("caller B")
    late = service.caller("late caller", after=[first, second])
    world.may_fail(service.store.load, DOWN, flows=[first, second])
    service.one_in_flight()
    world.run()
    if service.joined:
        world.check(told(first) == told(second), "who joins gets the same error", f"{told(first)}, {told(second)}")
    world.check(late.outcome == "ok", "an error is not kept", told(late))


@race(
    "two callers share a call that fails, and both try again at once: they share the next one, too",
    shape="double-submit",
    points=2,
    fault="removed-by-whoever-leaves",
)
def try_again(world: World) -> None:
    service = Service(world)
    callers = [service.caller(name, how="load_persistently") for name in ("caller A", "caller B", "caller C")]
    world.alike(*callers)
    world.may_fail(service.store.load, DOWN)
    service.one_in_flight()
    world.run()
    ends = [told(each) for each in callers]
    world.check(all(end.startswith("ada, ") for end in ends), "who tries again gets a new call", f"{ends}")


@race(
    "one of three callers goes away: the others get the result of the same call",
    shape="lifecycle",
    points=2,
    fault="one-leaves-all-are-cancelled",
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def one_leaves(world: World) -> None:
    service = Service(world)
    leaves = service.caller("leaves")
    stay = [service.caller(name) for name in ("stays A", "stays B")]
    world.may_cancel(leaves)
    world.alike(*stay)
    service.one_in_flight()
    world.run()
    ends = [told(each) for each in stay]
    world.check(all(end.startswith("ada, ") for end in ends), "who stays gets a result", f"{ends}")


@race(
    "both callers go away: the call is cancelled, and whoever comes next begins a new one",
    shape="loser-not-cancelled",
    points=2,
    level=1,
    ties="cancel",
    max_ties=1,
    max_cancels=2,
)
def all_leave(world: World) -> None:
    service = Service(world)
    callers = [service.caller(name) for name in ("caller A", "caller B")]
    world.may_cancel(*callers)
    late = service.caller("late caller", after=callers)

    def wanted() -> bool:
        return late.started or any(not each.ended for each in callers) or service.in_flight == 0

    world.always("a call that nobody waits for is cancelled", wanted)
    service.one_in_flight()
    world.run()
    world.check(told(late).startswith("ada, "), "a newcomer gets a result", told(late))


@race(
    "a cancelled call is still tidying up: newcomers share one new call, and its end takes nothing from them",
    shape="lifecycle",
    points=2,
)
def tidying_up(world: World) -> None:
    service = Service(world)
    leaves = service.caller("leaves", how="load_tidily")
    world.may_cancel(leaves)
    newcomers = [service.caller(name, after=[leaves]) for name in ("newcomer A", "newcomer B", "newcomer C")]
    world.alike(*newcomers)
    service.one_in_flight()
    world.run()
    ends = [told(each) for each in newcomers]
    world.check(all(end.startswith("ada, ") for end in ends), "a newcomer gets a result", f"{ends}")


@race("a call that fails on the spot is an error as any other, and is not kept", shape="cached-failure", points=1)
def fails_on_the_spot(world: World) -> None:
    service = Service(world)
    wrongly = world.function("callers:load_wrongly")
    wrong = [world.flow(name, wrongly, service.flights, "ada") for name in ("caller A", "caller B")]
    world.alike(*wrong)
    late = service.caller("late caller", after=wrong)
    world.run()
    ends = [told(each) for each in wrong]
    world.check(ends == ["ValueError"] * 2, "the error goes on to the caller", f"{ends}")
    world.check(late.outcome == "ok", "an error is not kept", told(late))
