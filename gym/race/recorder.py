"""Turns what happens in one execution into the steps of a trace. Only the recorded execution of a schedule uses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from gym.engine.text import printable
from gym.engine.trace import Cell, Place, Step, Trace
from gym.race.events import TICK

SourceLine = Mapping[str, list[str]]
"""The learner's files as lists of lines, to quote from."""


RawPlace = tuple[str, int]

MOST_STEPS = 200
FIRST_KEPT, LAST_KEPT = 15, 5
"""Of an execution longer than that (it goes round and round) so many steps are kept from its beginning and its end."""


@dataclass(frozen=True, slots=True)
class Wait:
    """What a flow waits for: the line, the kind of lock, event or queue, and who holds that since which line."""

    place: Place
    what: str | None
    holders: tuple[tuple[str, Place | None], ...]


class TraceRecorder:
    """Collects steps. One is open at a time: from a delivery until the next."""

    def __init__(self, sources: SourceLine) -> None:
        self._sources = sources
        self._columns: dict[str, None] = {}
        self._watched: dict[str, None] = {}
        self._steps: list[Step] = []
        self._events: list[str] = []
        self._cells: list[Cell] = []
        self._printed: list[str] = []
        self._waits: dict[str, Place] = {}
        self._waiting: dict[str, Wait] = {}
        self._begun: dict[int, int] = {}
        self._notes: list[str] = []
        self._early = self._deviates = False

    def column(self, flow: str) -> None:
        """Give a flow its column before it does anything: columns stand in order of definition."""
        self._columns.setdefault(flow, None)

    def event(self, event_id: str, *, early: bool = False, deviates: bool = False) -> None:
        self._events.append(event_id)
        self._early = self._early or early
        self._deviates = self._deviates or deviates

    def cell(self, flow: str, text: str, process: str) -> None:
        self._columns.setdefault(flow, None)
        self._cells.append(Cell(flow, printable(text), process))

    def call(self, number: int) -> None:
        """A call to a port begins in the open step."""
        self._begun[number] = len(self._steps)

    def unanswered(self, number: int, cell: Cell) -> None:
        """That call never came back: its beginning is shown, since no reply will be."""
        at = self._begun[number]
        if at < len(self._steps):
            step = self._steps[at]
            self._columns.setdefault(cell.flow, None)
            self._steps[at] = replace(step, cells=(*step.cells, cell))

    def printed(self, text: str) -> None:
        self._printed.append(text)

    def wait(self, flow: str, place: tuple[str, int], what: str | None, holders: list[tuple[str, RawPlace | None]]) -> None:
        """A flow waits at that line for `what` (a kind of lock, event or queue), which these hold, each since its line."""
        self._waits[flow] = self.place(place)
        held = tuple((who, None if at is None else self.place(at)) for who, at in holders)
        self._waiting[flow] = Wait(self._waits[flow], what, held)

    def note(self, text: str) -> None:
        self._notes.append(text)

    def place(self, place: tuple[str, int]) -> Place:
        """A place with the text of its line."""
        file, line = place
        lines = self._sources.get(file, [])
        source = lines[line - 1].strip() if 0 < line <= len(lines) else ""
        return Place(file, line, source)

    def waiting(self, flow: str) -> Wait | None:
        """What a flow waited for when it was last told of."""
        return self._waiting.get(flow)

    def waiting_at(self, flow: str) -> Place | None:
        return self._waits.get(flow) or (self._steps[-1].waits.get(flow) if self._steps else None)

    def close_step(self, now_ns: int, watched: dict[str, str]) -> None:
        """End the open step with the state after it; a step in which nothing shows is kept for its events."""
        self._watched.update(dict.fromkeys(watched))
        if self._events or self._cells:
            if self._only_time_passes(watched):
                self._steps.pop()
            self._steps.append(
                Step(
                    number=len(self._steps) + 1,
                    time_ms=round(now_ns / 1e6),
                    events=tuple(self._events),
                    cells=tuple(self._cells),
                    watched=dict(watched),
                    waits=dict(self._waits),
                    printed=tuple(map(printable, "".join(self._printed).splitlines())),
                    tie=len(self._events) > 1,
                    early=self._early,
                    note="; ".join(self._notes),
                    deviates=self._deviates,
                )
            )
        self._events, self._cells, self._printed, self._waits = [], [], [], {}
        self._notes, self._early, self._deviates = [], False, False

    def _only_time_passes(self, watched: dict[str, str]) -> bool:
        """Whether the open step and the one before are nothing but the clock moving: one step is enough for both."""
        before = self._steps[-1] if self._steps else None
        return (
            before is not None
            and [TICK.id] == self._events == [*before.events]
            and not (self._cells or self._printed or before.cells or before.printed or before.note)
            and before.watched == watched
        )

    def finish(self, ending: str, decisive: int | None, place: tuple[str, int] | None, deviations: int) -> Trace:
        """The whole trace; `decisive` is the number of the step after which the claim no longer held."""
        steps = [
            step if step.number != decisive else _decided(step, ending) for step in _trimmed(self._steps)
        ]  # fmt: skip
        at = self.place(place) if place is not None else None
        return Trace(tuple(self._columns), tuple(self._watched), tuple(steps), ending, at, deviations)

    @property
    def length(self) -> int:
        return len(self._steps)


def _trimmed(steps: list[Step]) -> list[Step]:
    """Without the middle where there are very many: the steps keep their numbers, and the gap is told."""
    gap = len(steps) - FIRST_KEPT - LAST_KEPT
    if len(steps) <= MOST_STEPS:
        return steps
    after = steps[-LAST_KEPT]
    told = f"{gap:,} steps before this one are left out"
    after = replace(after, note=f"{told}; {after.note}" if after.note else told)
    return [*steps[:FIRST_KEPT], after, *steps[1 - LAST_KEPT :]]


def _decided(step: Step, ending: str) -> Step:
    return replace(step, decisive=True, note=step.note or ending)
