"""A sleep that is stopped or left: when it ends, and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass

from gym.race import World, race

from .service import Service


@dataclass
class Sleeper:
    """Somebody who sleeps for five seconds, and somebody who says stop."""

    world: World
    stops: bool = True

    def __post_init__(self) -> None:
        world = self.world
        self.service = Service(world)
        stop = world.event("stop")
        self.flow = world.flow("sleeper", world.function("sleep"), 5.0, stop)
        self.service.flows.append(self.flow)
        self.stopper = world.flow("stops", stop.set) if self.stops else None


@race(
    "a sleep is stopped before it begins, meanwhile, as it ends, or after it: it ends at once, and nothing is left of it",
    shape="cancellation",
    points=2,
    level=1,
    timers="any",
)
def sleep_stopped(world: World) -> None:
    sleeper = Sleeper(world)
    flow, stopper = sleeper.flow, sleeper.stopper
    assert stopper is not None
    world.always("a stop ends the sleep at once", lambda: not (stopper.ended and flow.started) or flow.ended)
    world.run()
    over = sleeper.service.over
    world.check(flow.outcome in ("ok", "Stopped"), "it returns, or raises Stopped", flow.outcome)
    world.check(flow.outcome == "Stopped" or over >= 5, "it sleeps for so many seconds", f"{over:.3f} s")
    sleeper.service.check_timer_gone()


@race(
    "a sleeper is cancelled: neither the timer nor the wait for the stop is left behind",
    shape="lifecycle",
    points=1,
    fault="a-wait-is-left-behind",
    level=2,
    ties="cancel",
    early="cancel",
    timers="any",
)
def sleeper_leaves(world: World) -> None:
    sleeper = Sleeper(world, stops=False)
    world.may_cancel(sleeper.flow)
    world.run()
    sleeper.service.check_timer_gone()
