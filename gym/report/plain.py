"""A failing check in sentences, one a line: for screen readers, and for logs in which no column lines up."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from gym.engine.text import printable
from gym.engine.trace import Place, Step, Trace
from gym.judge.verdict import CheckVerdict
from gym.report.terminal import EARLY, LEGEND, TIE


def plain_check_lines(check: CheckVerdict, replay: str) -> Iterator[Text]:
    """Claim, what was found, each step, the line of the code, and the command that runs the schedule again."""
    yield Text(f"{check.verdict}: {printable(check.title)}")
    for text in (check.message or "", *check.notes):
        yield from (Text(printable(line)) for line in text.splitlines())
    if check.trace is not None:
        yield from (Text(line) for line in _trace(check.trace))
    if check.token is not None:
        yield Text(f"replay: {replay} '{check.token}'")


def _trace(trace: Trace) -> Iterator[str]:
    tells_time = any(step.time_ms for step in trace.steps)
    state: dict[str, str] = {}
    for step in trace.steps:
        at = f", at {step.time_ms} ms" if tells_time else ""
        changed = {label: value for label, value in step.watched.items() if state.get(label) != value}
        state = step.watched
        yield printable(f"step {step.number}{at}: {'; '.join(_sentences(step, changed))}")
    if trace.place is not None:
        yield f"at {_place(trace.place)}"
    elif trace.steps:
        yield from (f"{printable(flow)} waits at {_place(place)}" for flow, place in trace.steps[-1].waits.items())


def _sentences(step: Step, changed: dict[str, str]) -> Iterator[str]:
    for mark, used in ((TIE, step.tie), (EARLY, step.early)):
        if used:
            yield LEGEND[mark]
    for cell in step.cells:
        yield f"{cell.flow}: {cell.text}"
    if not step.cells:
        yield ", ".join("time passes" if event == "t" else event for event in step.events)
    yield from (f"prints {line}" for text in step.printed for line in text.splitlines())
    yield from (f"{label} is {value}" for label, value in changed.items())
    if step.decisive:
        yield "here the promise no longer holds" + (f": {step.note}" if step.note else "")
    elif step.note:
        yield step.note


def _place(place: Place) -> str:
    return printable(f"{place.file}:{place.line}  {place.source.strip()}")
