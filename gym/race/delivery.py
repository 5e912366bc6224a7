"""Carries an event out: the port's effect here, and what goes over the pipe to the subject."""

from __future__ import annotations

from typing import Any

from gym.errors import ContentError, GymError
from gym.race.events import Event
from gym.race.faults import Fault
from gym.race.flow import Flow
from gym.race.ops import Op
from gym.race.ports import FakePort
from gym.race.rules import FaultRule, KillRule
from gym.race.state import State
from gym.race.things import Executor

Wire = list[list[Any]]


class Deliverer:
    """Each method takes an event out of what is pending and gives the wire form of what the subject gets to see."""

    def __init__(self, state: State) -> None:
        self._state = state

    def deliver(self, event: Event) -> Wire:
        """The subject's events, empty where only the judge's side changes."""
        if event.kind != "tick":
            self._reset_ticks(event)
        method = getattr(self, "_" + event.kind.replace("+", "_"))
        wire: Wire = method(event)
        return wire

    def _reset_ticks(self, event: Event) -> None:
        """What a poller asks between its timers is no news: only flows that are to end get on."""
        state, op = self._state, event.op
        state.idle_ticks = 0
        flow = None if op is None else state.by_name.get(op.flow)
        if op is None or (flow is not None and flow.running and not flow.may_hang):
            state.quiet_ticks = 0
        if op is None:
            state.ticks_alone = 0

    def silent(self, event: Event) -> bool:
        """Whether delivering shows the subject nothing: the effect half of a split call, a late effect."""
        if event.kind == "land":
            return True
        return event.kind == "complete" and event.op is not None and self._split(event.op)

    def start(self, event: Event) -> None:
        """Start a killed process's successor: the author's function sets it up."""
        state = self._state
        assert isinstance(event.rule, KillRule)
        assert state.on_start is not None
        del state.mandatory[event.id]
        state.on_start(event.rule)

    # -- flows

    def _arrive(self, event: Event) -> Wire:
        flow = event.flow
        assert flow is not None
        del self._state.mandatory[event.id]
        if flow.started:
            step, last = flow.take(), False
        else:
            step, last = flow.begin()
        if step is None:
            self._show(flow.name, "has nothing to do", flow.process)
            return []
        self._show(flow.name, step.words(), flow.process)
        return [["arrive", flow.name, flow.process, step.wire(self._state.codec), last]]

    def _cancel(self, event: Event) -> Wire:
        flow = event.flow
        assert flow is not None
        flow.cancel_sent = True
        self._state.rules.cancels_used += 1
        self._show(flow.name, "the caller goes away", flow.process)
        return [["cancel", flow.name]]

    def _cancel_land(self, event: Event) -> Wire:
        for op in event.landing:
            self._take_effect(op)
        return self._cancel(event)

    def _take_effect(self, op: Op) -> None:
        """The effect takes place while the reply is under way: a shielded caller may still get it."""
        state = self._state
        self._apply(op, quiet=True)
        if op.error is None:
            op.state = "invoked"
        state.mandatory.pop(f"c{op.id}", None)
        state.mandatory[f"r{op.id}"] = Event(f"r{op.id}", "reply", op.process, op=op)
        if state.recorder is not None:
            self._show(op.flow, f"{state.ports[op.port].describe(op)} takes effect", op.process)

    # -- ops

    def _split(self, op: Op) -> bool:
        port = self._state.ports.get(op.port)
        return isinstance(port, FakePort) and port.is_split(op.method)

    def _complete(self, event: Event) -> Wire:
        op = event.op
        assert op is not None
        if self._split(op):
            self._take_effect(op)
            return []
        self._settle(op)
        clock = [["tick", op.due_ns]] if op.due_ns is not None and op.due_ns > self._state.now_ns else []
        self._apply(op)
        return [*clock, self._outcome(op)]

    def _reply(self, event: Event) -> Wire:
        op = event.op
        assert op is not None
        generator = self._state.replies.pop(op.number, None)
        op.state = "invoked"
        self._settle(op)
        if generator is not None:
            try:
                next(generator)
                raise ContentError(f"the split method {op.port}.{op.method} yields more than once")
            except StopIteration as done:
                op.value = done.value
            except Fault as fault:
                op.error = fault
        op.state = "failed" if op.error is not None else "completed"
        self._describe(op)
        return [self._outcome(op)]

    def _fail(self, event: Event) -> Wire:
        op, rule = event.op, event.rule
        assert op is not None and isinstance(rule, FaultRule)
        self._state.rules.faults_used += 1
        self._settle(op)
        op.state, op.error = "failed", rule.fault
        self._state.ports[op.port].cancelled(op, effected=False)
        self._describe(op)
        return [self._outcome(op)]

    def _lose(self, event: Event) -> Wire:
        op, rule = event.op, event.rule
        assert op is not None and isinstance(rule, FaultRule)
        self._state.rules.faults_used += 1
        self._settle(op)
        self._apply(op, quiet=True)
        if op.error is None:
            op.state, op.error = "lost", rule.fault
        self._describe(op)
        return [self._outcome(op)]

    def _land(self, event: Event) -> Wire:
        op = event.op
        assert op is not None
        self._state.mandatory.pop(event.id, None)
        self._state.late_effects.pop(event.id, None)
        state = op.state
        self._apply(op, quiet=True)
        op.state = state
        self._show(op.flow, f"{self._state.ports[op.port].describe(op)} lands late", op.process)
        return []

    def _land_now(self, op: Op) -> None:
        """The effect takes place although the caller is about to go away; what must wait by now does not."""
        if not self._state.ports[op.port].ready(op):
            return
        self._settle(op)
        self._apply(op, quiet=True)
        self._describe(op)

    def _settle(self, op: Op) -> None:
        """The op is pending no longer."""
        state = self._state
        state.pending.pop(op.number, None)
        if op.due_ns is None:
            state.untimed_pending -= 1
        state.mandatory.pop(f"c{op.id}", None)
        state.mandatory.pop(f"r{op.id}", None)

    def _apply(self, op: Op, *, quiet: bool = False) -> None:
        try:
            op.value = self._effect(op)
            op.state, op.effected = "completed", True
        except Fault as fault:
            op.state, op.error = "failed", fault
        except GymError:
            raise
        except Exception as error:
            raise ContentError(f"the port {op.port}.{op.method} raised {type(error).__name__}: {error}") from error
        if not quiet:
            self._describe(op)

    def _effect(self, op: Op) -> object:
        """The reply, or None where a split call keeps it for later."""
        value: Any = self._state.ports[op.port].apply(op)
        if not self._split(op):
            return value
        try:
            next(value)
        except StopIteration as done:
            return done.value
        self._state.replies[op.number] = value
        return None

    def _outcome(self, op: Op) -> list[Any]:
        codec = self._state.codec
        if op.error is not None:
            assert isinstance(op.error, Fault)
            return ["failed", op.number, codec.encode_fault(op.error)]
        if isinstance(self._state.ports[op.port], Executor):
            return ["local", op.number]
        if op.method.endswith(".enter"):
            state = self._state
            state.next_ticket += 1
            state.tickets[state.next_ticket] = op.value
            return ["done", op.number, ["l", codec.encode(op.value), state.next_ticket]]
        return ["done", op.number, codec.encode(op.value)]

    # -- time and death

    def _tick(self, event: Event) -> Wire:
        state = self._state
        state.idle_ticks += 1
        state.quiet_ticks += 1
        state.ticks_alone += 1
        if state.tick_ahead:
            state.rules.hasty_ticks += 1
        if state.untimed_pending:
            state.rules.pending_ticks += 1
        return [["tick", None]]

    def _kill(self, event: Event) -> Wire:
        state, rule = self._state, event.rule
        assert isinstance(rule, KillRule)
        state.rules.kills_used += 1
        for op in event.landing:
            self._land_now(op)
        state.dead.add(rule.process)
        for op in [op for op in state.pending.values() if op.process == rule.process]:
            self._settle(op)
            op.state = "killed"
        for flow in state.flows:
            if flow.process == rule.process and not flow.ended:
                self._kill_flow(flow)
        for port in state.ports.values():
            port.killed(rule.process)
        if rule.successor is not None:
            name = f"s{state.processes[rule.process]}"
            state.mandatory[name] = Event(name, "start", rule.process, rule=rule)
        return [["kill", rule.process]]

    def _kill_flow(self, flow: Flow) -> None:
        flow.end("killed")
        for key in [key for key, event in self._state.mandatory.items() if event.flow is flow]:
            del self._state.mandatory[key]
        self._show(flow.name, "its process is killed", flow.process)

    # -- the trace

    def _describe(self, op: Op) -> None:
        if self._state.recorder is not None:
            self._show(op.flow, self._state.ports[op.port].describe(op), op.process)

    def _show(self, flow: str, text: str, process: str) -> None:
        if self._state.recorder is not None:
            self._state.recorder.cell(flow, text, process)
