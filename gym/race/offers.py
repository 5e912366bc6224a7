"""What may happen next, told to somebody who chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gym.race.events import CLOSE, END, Event
from gym.race.ops import Op
from gym.race.rules import FaultRule
from gym.race.state import State

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that may happen next: `id` of the event, `who` it happens to (a flow, or nobody), and what it is."""

    id: str
    who: str
    text: str


def offers(options: Sequence[str], state: State) -> tuple[Offer, ...]:
    """The options of a choice, in their order, told from the events that were offered for it."""
    events = {event.id: event for event in state.offered}
    return tuple(_bare(each) if each not in events else _offer(events[each], state) for each in options)


def _bare(option: str) -> Offer:
    words = {END: "nothing more happens", CLOSE: "let the code run"}
    return Offer(option, NOBODY, words.get(option, option))


def _offer(event: Event, state: State) -> Offer:
    flow = event.flow.name if event.flow is not None else event.op.flow if event.op is not None else NOBODY
    return Offer(event.id, flow, _text(event, state))


def _text(event: Event, state: State) -> str:
    if event.op is not None:
        return _of_op(event, event.op, state)
    if event.kind == "arrive" and event.flow is not None:
        step = event.flow.next_step if event.flow.started else event.flow.single
        return step.words() if step is not None else "begins"
    if event.is_cancellation:
        landing = " and ".join(_call(op, state) for op in event.landing)
        return "the caller goes away" + (f", and {landing} takes effect" if landing else "")
    if event.kind == "tick":
        return f"time passes, to {state.deadline_ns / 1e6:g} ms"
    if event.kind == "kill":
        landing = " and ".join(_call(op, state) for op in event.landing)
        return f"the process {event.process} dies" + (f", and {landing} takes effect" if landing else "")
    return f"a successor of {event.process} starts"


def _of_op(event: Event, op: Op, state: State) -> str:
    call = _call(op, state)
    name = event.rule.fault.name if isinstance(event.rule, FaultRule) else ""
    words = {
        "reply": f"the answer to {call} arrives",
        "fail": f"{call} fails: {name}",
        "lose": f"{call} takes effect, and its answer is lost: {name}",
        "land": f"{call} takes effect late",
    }
    return words.get(event.kind, call)


def _call(op: Op, state: State) -> str:
    """The call without what came of it."""
    port, before = state.ports[op.port], op.state
    op.state = "invoked"
    try:
        return port.describe(op)
    finally:
        op.state = before
