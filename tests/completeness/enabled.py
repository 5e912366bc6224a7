"""What may happen now, by the rules of brute_force.py."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from tests.completeness.actors import Actor, Call
from tests.completeness.service import Stage
from tests.completeness.spec import Small

TOGETHER_NS = 1_000
MOST_TICKS_AHEAD = 6
MOST_LANDING = 3
MOST_TICKS_AT_THE_END = 30

Events = list["Event"]


@dataclass(frozen=True, eq=False)
class Event:
    """`kind` with what it happens to."""

    kind: str
    process: str
    actor: Actor | None = None
    call: Call | None = None
    landing: tuple[Call, ...] = ()

    @property
    def is_cancellation(self) -> bool:
        return self.kind == "cancel"

    @property
    def silent(self) -> bool:
        """Whether the subject sees nothing of it."""
        return self.kind == "land" or (self.kind == "complete" and self.call is not None and self.call.manners.split)


class Rulebook:
    """Counts what was used up, and says what is left."""

    def __init__(self, world: Small, stage: Stage) -> None:
        self._world = world
        self._stage = stage
        self.ties_used = self.early_used = self.faults_used = self.cancels_used = self.kills_used = 0
        self.ticks_while_pending = self.ticks_ahead = self.ticks_in_a_row = 0
        self.to_start: list[str] = []

    # -- the lists

    def must(self) -> Events:
        found = [*self._arrivals(), *self._completions()]
        found += [Event("start", process) for process in self.to_start]
        ahead = self._world.timers != "last" and self.ticks_ahead < MOST_TICKS_AHEAD
        if self._tick_comes() and (ahead or not found):
            found.append(Event("tick", ""))
        return found

    def may(self) -> Events:
        return [*self._late_landings(), *self._faults(), *self._cancellations(), *self._kills()]

    def early(self, *, again: bool = False) -> Events:
        """What may come at a poll before idle; `again` in one where something came already."""
        world = self._world
        spent = world.max_early is not None and self.early_used >= world.max_early and not again
        if world.level < 2 or world.early == "none" or spent:
            return []
        events = [event for event in [*self.must(), *self.may()] if event.kind != "kill" and not self._need_not_land(event)]
        return [event for event in events if world.early == "any" or event.is_cancellation]

    def seconds(self, first: Event) -> Events:
        """What may join it in its poll."""
        world = self._world
        if world.level < 1 or world.ties == "none" or first.kind in ("tick", "kill", "start") or first.silent:
            return []
        if world.max_ties is not None and self.ties_used >= world.max_ties:
            return []
        events = [*self.must(), *self.may()]
        return [event for event in events if self._joins(first, event)]

    def _joins(self, first: Event, event: Event) -> bool:
        if event.kind in ("kill", "start") or event.silent or not self._by_then(first, event):
            return False
        fits = self._world.timers == "any" if event.kind == "tick" else event.process == first.process
        return fits and (self._world.ties == "any" or first.is_cancellation or event.is_cancellation)

    def _by_then(self, first: Event, event: Event) -> bool:
        """Whether that is not due later than the timed call that it is to join."""
        if first.call is None or first.call.due_ns is None:
            return True
        loop = self._stage.loop
        due_ns = loop.deadline_ns() if event.kind == "tick" else None if event.call is None else event.call.due_ns
        return due_ns is None or due_ns <= max(first.call.due_ns, loop.ns) + TOGETHER_NS

    def _need_not_land(self, event: Event) -> bool:
        return event.kind == "land" and event.call is not None and event.call.manners.on_cancel == "may"

    # -- what must come

    def _arrivals(self) -> Events:
        return [Event("arrive", a.caller.process, actor=a) for a in self._stage.actors if self._arrives(a)]

    def _arrives(self, actor: Actor) -> bool:
        if actor.over:
            return False
        if actor.started:
            return actor.waits_for_turn
        alike = self._world.alike
        name = actor.caller.name
        if name in alike and not all(self._stage.named(before).started for before in alike[: alike.index(name)]):
            return False
        return all(self._stage.named(before).over for before in actor.caller.after)

    def _completions(self) -> Events:
        found = []
        for call in self._stage.calls:
            if call.phase == "back":
                found.append(Event("reply", call.process, call=call))
            elif self._completes(call):
                found.append(Event("complete", call.process, call=call))
            elif call.phase == "late" and call.manners.on_cancel == "lands" and self._gate_open(call):
                found.append(Event("land", call.process, call=call))
        return found

    def _completes(self, call: Call) -> bool:
        """Whether it may take effect now."""
        return call.phase == "out" and self._gate_open(call) and (call.due_ns is None or self._is_first(call.due_ns))

    def _gate_open(self, call: Call) -> bool:
        return not call.manners.gate or bool(self._stage.store.get(call.manners.gate))

    def _is_first(self, due_ns: int) -> bool:
        deadline = self._stage.loop.deadline_ns()
        first = min(self._dues() + ([] if deadline is None else [deadline]))
        return due_ns <= first + TOGETHER_NS

    def _dues(self) -> list[int]:
        return [call.due_ns for call in self._stage.pending() if call.due_ns is not None]

    def _tick_comes(self) -> bool:
        deadline, dues = self._stage.loop.deadline_ns(), self._dues()
        if deadline is None or (dues and deadline > min(dues) + TOGETHER_NS):
            return False
        ended = all(actor.over or actor.caller.may_hang for actor in self._stage.actors)
        if ended and self.ticks_in_a_row >= MOST_TICKS_AT_THE_END:
            return False
        if not self.untimed_pending():
            return True
        return self._world.timers == "any" and self.ticks_while_pending < self._world.max_ticks

    def untimed_pending(self) -> bool:
        return any(call.due_ns is None for call in self._stage.pending())

    # -- what may come

    def _late_landings(self) -> Events:
        late = [call for call in self._stage.calls if call.phase == "late" and call.manners.on_cancel == "may"]
        return [Event("land", call.process, call=call) for call in late if self._gate_open(call)]

    def _faults(self) -> Events:
        if self.faults_used >= self._world.max_faults:
            return []
        return [
            Event(kind, call.process, call=call)
            for call in self._stage.calls
            if self._completes(call) and not call.in_thread
            for kind, hit in (("fail", self._world.fails), ("lose", self._world.loses))
            if call.method in hit and call.caller in (hit[call.method] or (call.caller,))
        ]

    def _cancellations(self) -> Events:
        if self.cancels_used >= self._world.max_cancels:
            return []
        found = []
        for actor in self._stage.actors:
            if not actor.caller.cancel or not actor.running or actor.cancel_sent:
                continue
            found.append(Event("cancel", actor.caller.process, actor=actor))
            atomic = [call for call in self._in_flight(actor) if call.manners.on_cancel == "at once"]
            if atomic:
                found.append(Event("cancel", actor.caller.process, actor=actor, landing=tuple(atomic)))
        return found

    def _in_flight(self, actor: Actor) -> list[Call]:
        return [call for call in self._stage.calls if call.caller == actor.caller.name and self._completes(call)]

    def _kills(self) -> Events:
        process = self._world.kill
        runs = any(actor.running and actor.caller.process == process for actor in self._stage.actors)
        if not process or self.kills_used or process in self._stage.dead or not runs:
            return []
        calls = [call for call in self._stage.calls if call.process == process and self._completes(call)]
        chosen = [part for size in range(min(len(calls), MOST_LANDING) + 1) for part in combinations(calls, size)]
        return [Event("kill", process, landing=part) for part in chosen]
