"""Editors of documents: who is in which of them, in which order, and what is left when they have gone."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

from gym.race import Fault, Flow, Op, World, call, op, race
from gym.race.steps import Step

Script = Callable[[], Generator[Step, Any, object]]


class Store:
    """Saves documents. With `slow`, that one is saved only after another one was."""

    def __init__(self, slow: str = "") -> None:
        self._slow = slow
        self._saved: list[str] = []

    @op(on_cancel="drops")
    async def save(self, key: str) -> str:
        self._saved.append(key)
        return f"saved {key}"

    def _ready(self, op: Op) -> bool:
        return op.args[0] != self._slow or any(key != self._slow for key in self._saved)


@dataclass
class Desk:
    """The locks, the store, and those who edit; `asked` keeps their names in order."""

    world: World
    slow: str = ""
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.store = self.world.port("store", Store(self.slow))
        self.locks = self.world.subject("KeyedLock")
        self.world.watch("in a", lambda: ", ".join(self.inside("a")) or "-")

    def editor(self, name: str, key: str = "a", after: list[Flow] | None = None) -> Flow:
        edit = self.world.function("callers:edit")

        def script() -> Generator[Step, Any, object]:
            self.asked.append(name)
            return (yield call(edit, self.locks, self.store, key))

        return self.world.flow(name, script, after=after or ())

    def mover(self, name: str, source: str, target: str, after: list[Flow] | None = None) -> Flow:
        move = self.world.function("callers:move")
        return self.world.flow(name, move, self.locks, self.store, source, target, after=after or ())

    def inside(self, key: str) -> list[str]:
        return [each.flow for each in self.world.calls("store") if each.state == "invoked" and each.args[0] == key]

    def one_at_a_time(self) -> None:
        self.world.always("a key has one holder", lambda: len(self.inside("a")) <= 1)

    def nothing_is_kept(self, *flows: Flow) -> None:
        """When these have gone, no key is in use."""
        count = self.world.flow("count", self.world.function("callers:in_use"), self.locks, after=flows)
        self.world.run()
        self.world.check(count.value == 0, "no key is in use when all have gone", f"{count.value}")


@race(
    "three editors of one document: one at a time, in the order in which they asked",
    shape="check-then-act",
    points=2,
    fault="thrown-away-under-the-waiter",
    level=1,
    max_ties=1,
)
def one_holder(world: World) -> None:
    desk = Desk(world)
    world.alike(*(desk.editor(name) for name in ("editor A", "editor B", "editor C")))
    desk.one_at_a_time()
    world.run()
    entered = [each.flow for each in world.calls("store")]
    world.check(entered == desk.asked, "they get it in the order of asking", f"asked {desk.asked}, got it {entered}")


@race("a slow save of one document: an editor of another does not wait for it", shape="control", points=1)
def other_keys(world: World) -> None:
    desk = Desk(world, slow="a")
    world.alike(desk.editor("editor A"), desk.editor("editor B"))
    desk.editor("editor of b", "b")
    world.run()


@race(
    "saves fail and editors leave while they hold: the document is free again, and no key is kept",
    shape="lifecycle",
    points=2,
    fault="kept-after-an-error",
    level=1,
    ties="cancel",
)
def holder_leaves(world: World) -> None:
    desk = Desk(world)
    unlucky, patient = desk.editor("unlucky"), desk.editor("patient")
    world.may_fail(desk.store.save, Fault("OSError", "disk full"), flows=[unlucky])
    world.may_cancel(unlucky)
    desk.one_at_a_time()
    desk.nothing_is_kept(unlucky, patient)
    told = unlucky.outcome
    world.check(told in ("ok", "OSError", "cancelled"), "the error goes on to the caller", told)
    world.check(patient.outcome == "ok", "the next one gets the document", patient.outcome)


@race(
    "somebody goes away while it waits: the next one gets the document, and no key is kept",
    shape="lifecycle",
    points=2,
    level=2,
    ties="cancel",
    early="cancel",
    max_ties=1,
)
def waiter_leaves(world: World) -> None:
    desk = Desk(world)
    holder, impatient, patient = (desk.editor(name) for name in ("holder", "impatient", "patient"))
    world.may_cancel(impatient)
    desk.one_at_a_time()
    desk.nothing_is_kept(holder, impatient, patient)
    world.check(holder.outcome == patient.outcome == "ok", "nobody else notices", f"{holder.error or patient.error}")


@race(
    "a document is moved onto itself: RuntimeError, while another waits for it; two different ones may be held",
    shape="lifecycle",
    points=1,
    fault="waits-for-itself",
)
def asked_twice(world: World) -> None:
    desk = Desk(world)
    onto_itself, editor = desk.mover("onto itself", "a", "a"), desk.editor("editor")
    both = desk.mover("both", "a", "b", after=[onto_itself, editor])
    desk.one_at_a_time()
    desk.nothing_is_kept(onto_itself, editor, both)
    world.check(onto_itself.outcome == "RuntimeError", "asking for what one holds is a RuntimeError", onto_itself.outcome)
    world.check(editor.outcome == "ok", "the next one gets the document", editor.outcome)
    world.check(both.outcome == "ok", "two documents may be held", f"{both.error}")
