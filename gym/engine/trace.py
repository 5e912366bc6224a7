"""The record of one execution: what was delivered, what it did, and where every flow then waits.

One model, several renderers; nothing here renders.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the learner's own code: `file` is relative to the kata folder."""

    file: str
    line: int
    source: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One thing to show in a flow's column: `text` in the field's own words, e.g. `SELECT balance -> 100`."""

    flow: str
    text: str
    process: str = "main"


@dataclass(frozen=True, slots=True)
class Step:
    """One delivery and all that followed from it until the next one.

    `time_ms` is virtual, rounded to whole milliseconds. `watched` is the state after the step. `waits` maps each flow
    that is under way to the line it waits at. `decisive` marks the step after which the claim no longer held, `deviates`
    one at which the schedule left the default order.
    """

    number: int
    time_ms: int
    events: tuple[str, ...]
    cells: tuple[Cell, ...]
    watched: dict[str, str]
    waits: dict[str, Place] = field(default_factory=dict)
    printed: tuple[str, ...] = ()
    tie: bool = False
    early: bool = False
    decisive: bool = False
    note: str = ""
    deviates: bool = False


def event_words(event: str) -> str:
    """What an event that happens to no flow is called."""
    if event == "t":
        return "time passes"
    return "a successor starts" if event[:1] == "s" and event[1:].isdigit() else event


@dataclass(frozen=True, slots=True)
class Trace:
    """All steps of one execution, with the columns in order of first appearance and what it ended with."""

    flows: tuple[str, ...]
    watched: tuple[str, ...]
    steps: tuple[Step, ...]
    ending: str
    place: Place | None = None
    deviations: int = 0
