"""Users of one semaphore: who is in, in which order, and what is left when somebody leaves."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, World, call, enter, leave, race, together
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]
ORDER = "they are let in in the order of asking"


@dataclass
class Users:
    """Those who share a semaphore; `asked` and `let_in` keep their names, in order."""

    world: World
    permits: int
    asked: list[str] = field(default_factory=list)
    let_in: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.semaphore = self.world.subject("Semaphore", self.permits)
        self.world.watch("inside", lambda: ", ".join(self.inside) or "-")

    def come(self, *names: str, after: list[Flow] | None = None, failing: bool = False) -> list[Flow]:
        """Users, each of whom enters, stays for a while, and leaves; with `failing`, by an error."""
        came = [self.world.flow(name, self._use(name, failing), after=after or ()) for name in names]
        self.flows += came
        return came

    def _use(self, name: str, failing: bool) -> Script:
        def script() -> Generator[Step, Any, object]:
            self.asked.append(name)
            yield enter(self.semaphore)
            self.let_in.append(name)
            hidden = yield leave(self.semaphore, Fault("ValueError", "inside") if failing else None)
            self.left.append(name)
            return hidden

        return script

    @property
    def inside(self) -> list[str]:
        gone = {flow.name for flow in self.flows if flow.ended} | set(self.left)
        return [name for name in self.let_in if name not in gone]

    def never_too_many(self) -> None:
        self.world.always("no more are in than there are permits", lambda: len(self.inside) <= self.permits)


@race("four users and two permits: never three inside, all of them get in, and an error in a block goes on", shape="control")
def limit(world: World) -> None:
    users = Users(world, 2)
    (unlucky,) = users.come("unlucky", failing=True)
    flows = users.come("user A", "user B", "user C")
    world.alike(*flows)
    users.never_too_many()
    locked = world.flow("look", users.semaphore.locked, after=[unlucky, *flows])
    world.run()
    world.check(len(users.let_in) == 4, "everybody gets in", f"{users.let_in}")
    world.check(unlucky.outcome == "ok" and not unlucky.value, "no error of a block is hidden", f"{unlucky.error}")
    world.check(locked.value is False, "it is not locked when nobody is in", f"{locked.value}")


@race("three users and one permit: they are let in in the order in which they asked", shape="ordering", points=1)
def order(world: World) -> None:
    users = Users(world, 1)
    world.alike(*users.come("user A", "user B", "user C"))
    users.never_too_many()
    world.run()
    world.check(users.let_in == users.asked, ORDER, f"asked {users.asked}, let in {users.let_in}")


@race(
    "a newcomer at the moment of a release: the first in line is let in before it",
    shape="ordering",
    points=2,
    fault="woken-but-not-let-in",
    level=1,
    max_ties=1,
)
def newcomer(world: World) -> None:
    users = Users(world, 1)
    users.come("holder", "in line", "newcomer")
    users.never_too_many()
    world.run()
    world.check(users.let_in == users.asked, ORDER, f"asked {users.asked}, let in {users.let_in}")


@race(
    "somebody in line goes away: the next one gets the permit, and there is still one, not two",
    shape="permit-leak",
    points=2,
    fault="who-left-still-stands-in-line",
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def waiter_leaves(world: World) -> None:
    users = Users(world, 1)
    holder, impatient, patient = (users.come(name)[0] for name in ("holder", "impatient", "patient"))
    users.never_too_many()
    world.may_cancel(impatient)
    (late,) = users.come("late user", after=[holder, impatient, patient])
    world.run()
    world.check(
        holder.outcome == "ok" and patient.outcome == "ok", "nobody else notices", f"{holder.error or patient.error}"
    )
    world.check(late.outcome == "ok", "the permit is still there", late.outcome)


@race(
    "a semaphore of 0 and two releases in a row: two callers are let in, now or later",
    shape="lost-wakeup",
    points=1,
    level=1,
    max_ties=1,
)
def signal(world: World) -> None:
    semaphore = world.subject("Semaphore", 0)
    waiting = [world.flow(name, semaphore.acquire) for name in ("caller A", "caller B")]
    world.alike(*waiting)
    world.flow("two releases", lambda: iter_of(together(call(semaphore.release), call(semaphore.release))))
    locked = world.flow("look", semaphore.locked, after=waiting)
    refused = world.flow("less than none", world.function("Semaphore"), -1, after=waiting)
    world.run()
    world.check([flow.value for flow in waiting] == [True, True], "acquire returns True", f"{waiting[0].value}")
    world.check(locked.value is True, "it is locked when its permits are out", f"{locked.value}")
    world.check(refused.outcome == "ValueError", "fewer than 0 permits are a ValueError", refused.outcome)


def iter_of(step: Step) -> Generator[Step, Any, object]:
    """The script of one step."""
    return (yield step)
