"""Those who go away while they wait."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from gym.race import World, race
from gym.race.steps import Step

from .gate import BUDGET, MILLISECOND, Gate, later, told


@race(
    "one waits for two tokens, another for one, and they go away: at once, and for all others as if they had never asked",
    shape="cancellation",
    points=3,
    level=2,
    ties="none",
    early="cancel",
    timers="last",
    max_early=1,
    max_cancels=2,
    budget=BUDGET,
)
def leaves(world: World) -> None:
    gate = Gate(world, 2)
    gate.never_too_early()
    (holder,) = gate.come("holder", n=2)
    impatient = [*gate.come("wants two", n=2, after=[holder]), *gate.come("wants one", after=[holder])]
    world.may_cancel(*impatient)
    gate.note_leaving(*impatient)
    gate.come("patient", after=[later(world, 0.4, [holder])])
    world.run()
    for name, at in gate.left_at.items():
        late = gate.gone_at[name] - at
        world.check(late < MILLISECOND, "who goes away is gone at once", f"{name} {late:.3f} s later")
    gone = [flow.name for flow in impatient if flow.outcome == "cancelled"]
    gate.check_order(*gone)
    gate.check_times(*gone, behind=[flow.name for flow in impatient])


@race(
    "all who wait may go away: a second later there is a token for somebody else, and just one",
    shape="cancellation",
    points=2,
    fault="promise-kept-for-nobody",
    level=2,
    ties="cancel",
    early="cancel",
    timers="any",
    max_ties=1,
    max_early=1,
    max_cancels=2,
    budget=BUDGET,
)
def gone(world: World) -> None:
    gate = Gate(world, 1)
    holder = gate.come("holder")
    waiting = gate.come("waiting A", "waiting B", after=holder)
    world.may_cancel(*waiting)

    def tries() -> Generator[Step, Any, list[bool]]:
        first = yield from gate.tries("tries")
        second = yield from gate.tries("tries again")
        return [first, second]

    trying = world.flow("tries", tries, after=[later(world, 1, waiting)])
    world.run()
    world.check(trying.value == [True, False], "a second later there is one token", told(trying))
