"""A trace as a table: a line for each step, a column for each flow, and the watched state at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.text import Text

from gym.engine.text import printable
from gym.engine.trace import Place, Step, Trace, event_words
from gym.report.grid import Column, Row, draw, draw_rows, fit, folds
from gym.report.text import shorten, shorten_end

TIE = "="
EARLY = "!"
LEGEND = {
    TIE: "several events in one poll",
    EARLY: "delivered while the loop still had work",
}
INDENT = " " * 5
NARROWEST = 40
COMFORTABLE = 14
PRINTED_LINES = 4
WATCHED_CELLS = 16
"""A watched value longer than this is shortened, lest the state crowd out the flows."""

Layout = tuple[tuple[Column, ...], list[list[Row]]]
"""The columns, and the rows of each step."""


@dataclass(frozen=True, slots=True)
class Table:
    """A trace in lines: the heading, those of each step in turn, and what stands below."""

    heading: tuple[Text, ...]
    steps: tuple[tuple[Text, ...], ...]
    below: tuple[Text, ...]


def render_trace(trace: Trace, width: int, folder: str = "") -> list[Text]:
    """The table in lines of at most `width` cells, a legend for its marks, and the learner's line below.

    `folder` is put before file names, so that a terminal can open them from where the learner stands.
    """
    table = trace_table(trace, width, folder)
    return [*table.heading, *(line for step in table.steps for line in step), *table.below]


def trace_table(trace: Trace, width: int, folder: str = "") -> Table:
    """The same, step by step."""
    width = max(width, NARROWEST)
    columns, steps = _layout(trace, width)
    (*heading,) = draw(columns, (), width)
    drawn = (tuple(draw_rows(columns, rows, width)) for rows in steps)
    return Table(tuple(heading), tuple(drawn), (*_legend(trace), *_places(trace, width, folder)))


def _layout(trace: Trace, width: int) -> Layout:
    """The first that fits: notes at the ends of lines, notes below, one column for all flows, state below."""
    columns, steps = _noted_at_end(trace)
    fitted = fit(columns, _all(steps), width, COMFORTABLE)
    if fitted and not folds(fitted, _all(steps)):
        return fitted, steps
    for build in (_noted_below, _flows_in_one_column):
        columns, steps = build(trace)
        fitted = fit(columns, _all(steps), width, COMFORTABLE)
        if fitted:
            return fitted, steps
    columns, steps = _state_below(trace)
    return fit(columns, _all(steps), width, 1) or columns, steps


def _all(steps: list[list[Row]]) -> list[Row]:
    return [row for rows in steps for row in rows]


def _noted_at_end(trace: Trace) -> Layout:
    columns = (*_lead(trace), *_flow_columns(trace), *_watched_columns(trace), Column("", elastic=False))
    rows = [
        _row(step, (*_lead_cells(step, trace), *_by_flow(step, trace), *_state(step, trace), _note(step)))
        for step in trace.steps
    ]
    return columns, [[row] for row in rows]


def _noted_below(trace: Trace) -> Layout:
    columns = (*_lead(trace), *_flow_columns(trace), *_watched_columns(trace))
    rows = [
        _row(step, (*_lead_cells(step, trace), *_by_flow(step, trace), *_state(step, trace)), [_note(step)])
        for step in trace.steps
    ]
    return columns, [[row] for row in rows]


def _flows_in_one_column(trace: Trace) -> Layout:
    columns = (*_lead(trace), Column("who"), Column("what"), *_watched_columns(trace))
    return columns, [list(_rows_by_cell(step, trace, _state(step, trace), [_note(step)])) for step in trace.steps]


def _state_below(trace: Trace) -> Layout:
    columns = (*_lead(trace), Column("who"), Column("what"))
    steps: list[list[Row]] = []
    for step in trace.steps:
        state = zip(trace.watched, _state(step, trace), strict=True)
        below = [", ".join(f"{printable(label)} {value}" for label, value in state), _note(step)]
        steps.append(list(_rows_by_cell(step, trace, (), below)))
    return columns, steps


def _rows_by_cell(step: Step, trace: Trace, state: tuple[str, ...], below: Sequence[str]) -> Iterator[Row]:
    """A row for each thing that happened; the number stands at the first, the state at the last."""
    lead = _lead_cells(step, trace)
    who_and_what = [(printable(cell.flow), printable(cell.text)) for cell in step.cells]
    *others, last = who_and_what or [("", _bare_events(step))]
    for pair in others:
        yield Row((*lead, *pair, *("" for _ in state)), _style(step))
        lead = tuple("" for _ in lead)
    yield _row(step, (*lead, *last, *state), below)


def _row(step: Step, cells: tuple[str, ...], below: Sequence[str] = ()) -> Row:
    printed = [f"prints: {printable(line)}" for text in step.printed for line in text.splitlines()]
    if len(printed) > PRINTED_LINES:
        printed[PRINTED_LINES:] = [f"prints {len(printed) - PRINTED_LINES} more"]
    return Row(cells, _style(step), tuple(INDENT + line for line in (*printed, *below) if line))


def _style(step: Step) -> str:
    return "bold red" if step.decisive else ""


def _lead(trace: Trace) -> tuple[Column, ...]:
    number = Column("", elastic=False)
    return (number, Column("time", elastic=False, right=True)) if _tells_time(trace) else (number,)


def _lead_cells(step: Step, trace: Trace) -> tuple[str, ...]:
    mark = (TIE if step.tie else "") + (EARLY if step.early else "")
    number = f"{step.number:>2}{mark}"
    return (number, f"{step.time_ms} ms") if _tells_time(trace) else (number,)


def _tells_time(trace: Trace) -> bool:
    return any(step.time_ms for step in trace.steps)


def _flow_columns(trace: Trace) -> tuple[Column, ...]:
    processes = {cell.flow: cell.process for step in reversed(trace.steps) for cell in reversed(step.cells)}
    if set(processes.values()) <= {"main"}:
        return tuple(Column(printable(flow)) for flow in trace.flows)
    return tuple(Column(printable(f"{flow} ({processes.get(flow, 'main')})")) for flow in trace.flows)


def _watched_columns(trace: Trace) -> tuple[Column, ...]:
    return tuple(Column(shorten(printable(label), WATCHED_CELLS), elastic=False, right=True) for label in trace.watched)


def _by_flow(step: Step, trace: Trace) -> tuple[str, ...]:
    """What each flow did in this step. What happened to no flow stands in the first column, in brackets."""
    lines: dict[str, list[str]] = {flow: [] for flow in trace.flows}
    for cell in step.cells:
        lines.setdefault(cell.flow, []).append(printable(cell.text))
    if not step.cells and lines:
        next(iter(lines.values())).append(_bare_events(step))
    return tuple("\n".join(lines[flow]) for flow in trace.flows)


def _bare_events(step: Step) -> str:
    """A step in which nobody does anything: time passes, most often."""
    return f"({printable(', '.join(map(event_words, step.events)))})"


def _state(step: Step, trace: Trace) -> tuple[str, ...]:
    return tuple(shorten(printable(step.watched.get(label, "")), WATCHED_CELLS) for label in trace.watched)


def _note(step: Step) -> str:
    note = printable(step.note)
    return f"<- {note or 'here'}" if step.decisive else note


def _legend(trace: Trace) -> Iterator[Text]:
    for mark, used in ((TIE, any(s.tie for s in trace.steps)), (EARLY, any(s.early for s in trace.steps))):
        if used:
            yield Text(f"{INDENT}{mark}  {LEGEND[mark]}", style="dim")


def _places(trace: Trace, width: int, folder: str) -> Iterator[Text]:
    """The line that the trace ends at; where none is named, those at which flows still wait."""
    if trace.place is not None:
        yield Text(_place(INDENT, trace.place, width, folder))
        return
    waits = trace.steps[-1].waits if trace.steps else {}
    for flow, place in waits.items():
        yield Text(_place(f"{INDENT}{printable(flow)} waits at ", place, width, folder))


def _place(lead: str, place: Place, width: int, folder: str) -> str:
    path = printable(f"{folder}/{place.file}" if folder else place.file)
    return shorten_end(f"{lead}{path}:{place.line}  {printable(place.source.strip())}", width)
