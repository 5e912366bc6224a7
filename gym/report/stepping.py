"""A trace as something to step through: what stood where after each step, and which steps mattered.

The full screen and the page both show this; it renders nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gym.engine.text import printable
from gym.engine.trace import Step, Trace, event_words

TIME = "time"
"""The column of what happens to no flow."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The world after one step.

    `by_flow` has what each flow did in this step, `waiting` the lines at which flows wait after it, as
    {(file, line): flows}, and `state` what is watched with whether it has just changed. `mattered` marks a step to look at:
    where the schedule left the default order, or changed over within an operation, and where the claim was broken.
    """

    step: Step
    by_flow: Mapping[str, tuple[str, ...]]
    waiting: Mapping[tuple[str, int], tuple[str, ...]]
    state: tuple[tuple[str, str, bool], ...]
    mattered: bool

    @property
    def marks(self) -> tuple[str, ...]:
        """What is special about the delivery, in words."""
        told = {
            "out of the default order": self.step.deviates,
            "several events in one poll": self.step.tie,
            "while the loop still had work": self.step.early,
        }
        return tuple(words for words, holds in told.items() if holds)


def moments(trace: Trace) -> tuple[Moment, ...]:
    """Every step of a trace with the world after it."""
    mattering = _mattering(trace)
    found = []
    before: Mapping[str, str] = {}
    for step in trace.steps:
        found.append(_moment(step, before, trace, mattered=step.number in mattering))
        before = step.watched
    return tuple(found)


def _moment(step: Step, before: Mapping[str, str], trace: Trace, *, mattered: bool) -> Moment:
    by_flow: dict[str, list[str]] = {}
    for cell in step.cells:
        by_flow.setdefault(cell.flow, []).append(printable(cell.text))
    if not step.cells:
        by_flow[TIME] = [printable(event_words(event)) for event in step.events]
    waiting: dict[tuple[str, int], list[str]] = {}
    for flow, place in step.waits.items():
        waiting.setdefault((place.file, place.line), []).append(flow)
    state = tuple(
        (
            printable(label),
            printable(step.watched.get(label, "")),
            bool(before) and before.get(label) != step.watched.get(label),
        )
        for label in trace.watched
    )
    return Moment(
        step,
        {flow: tuple(texts) for flow, texts in by_flow.items()},
        {place: tuple(flows) for place, flows in waiting.items()},
        state,
        mattered,
    )


def _mattering(trace: Trace) -> frozenset[int]:
    """The numbers of the steps to look at.

    Where the schedule is the default one, they are those at which another flow goes on while one is in mid-operation.
    """
    chosen = {step.number for step in trace.steps if step.deviates} or _switches(trace)
    return frozenset(chosen | {step.number for step in trace.steps if step.decisive})


def _switches(trace: Trace) -> set[int]:
    found = set()
    for before, step in zip(trace.steps, trace.steps[1:], strict=False):
        came_from, goes_to = _flow_of(before), _flow_of(step)
        if goes_to is not None and came_from not in (None, goes_to) and came_from in before.waits:
            found.add(step.number)
    return found


def _flow_of(step: Step) -> str | None:
    return step.cells[0].flow if step.cells else None


def sources_shown(own: Sequence[str], sources: Mapping[str, str], *traces: Trace | None) -> dict[str, str]:
    """The learner's own files, and after them those in which a flow waits as well."""
    steps = [step for trace in traces if trace is not None for step in trace.steps]
    waited = {place.file for step in steps for place in step.waits.values()}
    return {name: sources[name] for name in (*own, *sorted(waited - {*own})) if name in sources}


def processes(trace: Trace) -> dict[str, str]:
    """The process that each flow runs in."""
    return {cell.flow: cell.process for step in reversed(trace.steps) for cell in reversed(step.cells)}
