"""The words for a hang: who waits for what, at which line, and who holds it where that is known."""

from __future__ import annotations

from gym.engine.trace import Place
from gym.race.events import Event
from gym.race.flow import Flow
from gym.race.state import State


def hang_words(state: State, hung: list[Flow], *, busy: bool = False) -> str:
    """One clause for each flow that hangs. `busy`: the loop never came to rest."""
    return "; ".join(_words(state, flow, busy) for flow in hung)


def livelock_words(state: State, event: Event) -> str:
    """Who goes round, by the event that was one too many."""
    op = event.op
    if op is None:
        return ""
    wait = state.recorder.waiting(op.flow) if state.recorder is not None else None
    at = "" if wait is None else f" at {_named(wait.place)}  {wait.place.source}"
    return f": {op.flow} calls {op.port}.{op.method} again and again{at}"


def _words(state: State, flow: Flow, busy: bool) -> str:
    if not flow.started:
        return f"{flow.name} never got its turn: it waits for {', '.join(other.name for other in flow.after)}"
    wait = state.recorder.waiting(flow.name) if state.recorder is not None else None
    at = "" if wait is None else f" at {_named(wait.place)}  {wait.place.source}"
    ops = [op for op in state.pending.values() if op.flow == flow.name]
    if busy and not ops and (wait is None or wait.what is None):
        return f"{flow.name} never returns: it goes round and round{at} and never waits for anything"
    what = ""
    if ops:
        what = f" for {ops[0].port}.{ops[0].method}"
    elif wait is not None and wait.what is not None:
        what = f" for {_article(wait.what)}"
    elif wait is None and flow.last_step is not None:
        what = f" in {flow.last_step.words()}"  # no line of the subject's is under way
    holders = [_lock_words(state, ops[0].port, ops[0])] if ops else []
    if wait is not None and not ops:
        holders = [_holder_words(state, flow, who, place) for who, place in wait.holders]
    held = ", and ".join(filter(None, holders))
    return f"{flow.name} never returns: it waits{what}{at}" + (f"; {held}" if held else "")


def _holder_words(state: State, waiting: Flow, who: str, place: Place | None) -> str:
    at = "" if place is None else f" at {_named(place)}"
    holder = state.by_name.get(who)
    if holder is waiting:
        return f"it took it itself{at}"
    if holder is not None and holder.ended:
        return f"{who} took it{at} and ended without giving it back"
    return f"{who} took it{at} and has it still"


def _lock_words(state: State, port: str, op: object) -> str:
    """Of a database: whose transaction has the write lock."""
    ask = getattr(state.ports[port], "held_by", None)
    who = None if ask is None else ask(op)
    if who is None:
        return ""
    holder = state.by_name.get(who)
    left = " and ended without ending it" if holder is not None and holder.ended else ""
    return f"{who} has the write lock in its transaction{left}"


def _named(place: Place) -> str:
    return f"{place.file}:{place.line}"


def _article(kind: str) -> str:
    return f"{'an' if kind[0] in 'AEIOU' else 'a'} {kind}"
