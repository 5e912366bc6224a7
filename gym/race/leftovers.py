"""The default claims about what is left over once all flows have ended."""

from __future__ import annotations

from gym.race.failure import SubjectStopped
from gym.race.frames import Left
from gym.race.state import State
from gym.race.values import BadValue

Place = tuple[str, int]


def claims(state: State, found: Left) -> list[tuple[str, str, Place | None]]:
    """What is left over as (claim, message, place). Raises SubjectStopped where it is not of the grammar."""
    told: list[tuple[str, str, Place | None]] = []
    for kind, message, place in state.warnings:
        words = {
            "never awaited": f"the coroutine {message} was made and never awaited",
            "lost exception": f"an exception was lost: {message}",
        }
        told.append((kind, words.get(kind, message), place))
    try:
        lost = [state.codec.decode_error(error) for error in found.lost]
    except BadValue as error:
        raise SubjectStopped("protocol", str(error)) from None
    told += [("lost exception", f"an exception was lost, nobody awaited its task: {it}", it.place) for it in lost]
    left = "is still pending after everything ended"
    told += [
        ("leaked task", f"the task running {name} {left}", place)
        for name, place, flow in found.pending
        if not _goes_on(state, flow)
    ]
    return told


def _goes_on(state: State, name: str | None) -> bool:
    """Whether a task belongs to a flow that may wait for ever, and does."""
    flow = state.by_name.get(name) if name is not None else None
    return flow is not None and flow.may_hang and not flow.ended
