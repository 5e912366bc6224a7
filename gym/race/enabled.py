"""What may happen now: the events that must come some time, and those that may."""

from __future__ import annotations

from itertools import combinations

from gym.race.definition import Which
from gym.race.events import TICK, Event
from gym.race.flow import Flow
from gym.race.frames import DroppedItem, EndItem, OpItem, Report, StepItem, TimerItem
from gym.race.ops import Op
from gym.race.state import State

_TOLERANCE_NS = 1_000
MAX_IDLE_TICKS = 30
MAX_QUIET_TICKS = 100
MAX_LONE_TICKS = 5_000
MAX_TICKS_ALONE = 2_000
MAX_HASTY_TICKS = 6
_MOST_LANDING = 3

Options = tuple[list[Event], list[Event]]

_NEWS = (OpItem, StepItem, DroppedItem, EndItem, TimerItem)
"""What may have enabled an event that was not enabled before."""


class Enabled:
    """Reads the state; changes nothing."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._cancels: dict[int, Event] = {}

    def at_idle(self) -> Options:
        """(mandatory in default order: oldest first, timers last; optional: failures, cancellations, kills)."""
        state = self._state
        ready = self._ready
        mandatory = [event for event in state.mandatory.values() if event.free or ready(event)]
        if state.deadline_ns >= 0 and self._tick_allowed() and not (mandatory and self._too_hasty()):
            state.tick_ahead = bool(mandatory)
            mandatory.append(TICK)
        return mandatory, self._optional() if state.may_go_wrong() else []

    def early(self, which: Which) -> Options:
        """The same at a poll before idle."""
        mandatory, optional = self.at_idle()
        if which == "cancel":
            return [], [event for event in optional if event.is_cancellation]
        return mandatory, [event for event in optional if event.kind not in ("kill", "land")]

    def leftover(self) -> bool:
        """Whether something is enabled already, apart from what is being delivered."""
        mandatory, optional = self.at_idle()
        return bool(mandatory or optional)

    def by_then(self, event: Event, first: Event) -> bool:
        """Whether it may come in the poll of `first`: what is due later than a timed call comes in a later poll."""
        if first.op is None or first.op.due_ns is None:
            return True
        due_ns = self._state.deadline_ns if event.kind == "tick" else event.op.due_ns if event.op is not None else None
        return due_ns is None or due_ns <= max(first.op.due_ns, self._state.now_ns) + _TOLERANCE_NS

    def cancellations_left(self) -> bool:
        rules, space = self._state.rules, self._state.space
        if rules.cancels_used >= space.max_cancels:
            return False
        return any(flow.started and not flow.ended for flow in rules.cancels)

    def sensible_polls(self, report: Report, before: bool, which: Which) -> list[int]:
        """The polls before idle at which something could have been delivered early. Too many rather than too few."""
        polls = range(1, report.polls + 1)
        if which == "cancel":
            ends = {item.flow: item.turn for item in report.items if type(item) is EndItem}
            last = max(
                (ends.get(flow.name, report.polls) for flow in self._state.rules.cancels if flow.started),
                default=0,
            )
            return [poll for poll in polls if poll <= last]
        if before or report.deadline >= 0:
            return list(polls)
        news = [item.turn for item in report.items if isinstance(item, _NEWS)]
        first = min(news, default=report.polls + 1)
        return [poll for poll in polls if poll > first]

    # -- mandatory

    def _ready(self, event: Event) -> bool:
        state = self._state
        if event.kind == "arrive":
            flow = event.flow
            assert flow is not None
            return flow.started or flow.ready()
        if event.kind not in ("complete", "land"):
            return True
        op = event.op
        assert op is not None
        if event.kind == "complete" and op.due_ns is not None and not self._is_next(op.due_ns):
            return False
        port = state.ports.get(op.port)
        return port is None or port.ready(op)

    def _is_next(self, due_ns: int) -> bool:
        """Timed ops follow virtual time: only what is due first may complete; what is due together may tie."""
        state = self._state
        dues = [op.due_ns for op in state.pending.values() if op.due_ns is not None]
        first = min(dues)
        if state.deadline_ns >= 0:
            first = min(first, state.deadline_ns)
        return due_ns <= first + _TOLERANCE_NS

    def _tick_allowed(self) -> bool:
        state = self._state
        if not self._timer_is_next():
            return False
        if all(flow.ended or flow.may_hang for flow in state.flows):
            if state.idle_ticks >= MAX_IDLE_TICKS or state.quiet_ticks >= MAX_QUIET_TICKS:
                return False
        elif state.idle_ticks >= MAX_LONE_TICKS or state.ticks_alone >= MAX_TICKS_ALONE:
            return False
        if not state.untimed_pending:
            return True
        return state.space.timers == "any" and state.rules.pending_ticks < state.space.max_ticks

    def _too_hasty(self) -> bool:
        """Ticks ahead of what else could happen are bounded: a heartbeat would beat for ever before an arrival."""
        state = self._state
        if state.space.timers == "last":
            return True
        if state.rules.hasty_ticks < MAX_HASTY_TICKS:
            return False
        state.hasty_cap_met = True
        return True

    def _timer_is_next(self) -> bool:
        dues = [op.due_ns for op in self._state.pending.values() if op.due_ns is not None]
        return not dues or self._state.deadline_ns <= min(dues) + _TOLERANCE_NS

    # -- optional

    def _optional(self) -> list[Event]:
        state = self._state
        rules, space = state.rules, state.space
        found: list[Event] = [event for event in state.late_effects.values() if self._ready(event)]
        if rules.faults and rules.faults_used < space.max_faults:
            found += self._faults()
        if rules.cancels and rules.cancels_used < space.max_cancels:
            for flow in rules.cancels:
                found += self._cancellations(flow)
        if rules.kills and rules.kills_used < space.max_kills:
            found += self._kills()
        return found

    def _faults(self) -> list[Event]:
        state = self._state
        found = []
        for op in state.pending.values():
            event = state.mandatory.get(f"c{op.id}")
            if event is None or not self._ready(event):
                continue
            for rule in state.rules.faults:
                if rule.hits(op):
                    letter = "l" if rule.lost else "f"
                    found.append(Event(f"{letter}{op.id}", "lose" if rule.lost else "fail", op.process, op=op, rule=rule))
        return found

    def _cancellations(self, flow: Flow) -> list[Event]:
        if not flow.running or flow.cancel_sent:
            return []
        found = [self._cancel_event(flow)]
        landing = tuple(op for op in self._state.pending.values() if op.on_cancel == "at once" and self._in_flight(op, flow))
        if landing:
            found.append(Event(f"y{flow.index}", "cancel+land", flow.process, flow=flow, landing=landing))
        return found

    def _cancel_event(self, flow: Flow) -> Event:
        found = self._cancels.get(flow.index)
        if found is None:
            found = self._cancels[flow.index] = Event(f"x{flow.index}", "cancel", flow.process, flow=flow)
        return found

    def _in_flight(self, op: Op, flow: Flow) -> bool:
        event = self._state.mandatory.get(f"c{op.id}")
        return op.flow == flow.name and event is not None and self._ready(event)

    def _kills(self) -> list[Event]:
        state = self._state
        found = []
        for rule in state.rules.kills:
            if rule.process in state.dead or not any(f.running and f.process == rule.process for f in state.flows):
                continue
            index = state.processes[rule.process]
            found.append(Event(f"k{index}", "kill", rule.process, rule=rule))
            landing = [
                op
                for op in state.pending.values()
                if op.process == rule.process and (event := state.mandatory.get(f"c{op.id}")) and self._ready(event)
            ]
            for size in range(1, min(len(landing), _MOST_LANDING) + 1):
                for chosen in combinations(landing, size):
                    name = f"k{index}+" + "+".join(op.id for op in chosen)
                    found.append(Event(name, "kill", rule.process, rule=rule, landing=chosen))
        return found
