"""The word on a proof, as lines: one for each version, and the whole."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

from gym.engine.text import printable
from gym.prove import ProofVerdict, Row
from gym.report.as_json import Json
from gym.report.text import fold, shorten_end
from gym.report.verdicts import MOST_LINES, paragraph

_GOOD, _BAD = "green", "bold red"


def proof_lines(verdict: ProofVerdict, width: int) -> Iterator[Text]:
    """A line or two for each version, then the word and what to look at first."""
    for row in verdict.rows:
        yield from _row_lines(row, width)
    if verdict.rows:
        yield Text("")
    yield Text(_word(verdict), style=_style(verdict.accepted))
    for line in paragraph(verdict.message, width):
        yield Text(line)


def _row_lines(row: Row, width: int) -> Iterator[Text]:
    head = f"  {row.word:<6}  "
    title, found = printable(_title(row)), printable(_found(row))
    room = max(width - len(head), 20)
    styled = (head, _style(row.is_good))
    if not found or cell_len(f"{title}   {found}") <= room:
        yield Text.assemble(styled, f"{title}   " if found else title, (found, "dim"))
        return
    first, *rest = fold(title, room, MOST_LINES)
    yield Text.assemble(styled, first)
    yield from (Text(" " * len(head) + line) for line in rest)
    yield Text(" " * len(head) + shorten_end(found, room), style="dim")


def plain_proof_lines(verdict: ProofVerdict) -> Iterator[Text]:
    """The same in sentences, one a line."""
    for row in verdict.rows:
        found = _found(row)
        yield Text(printable(f"{row.word}: {_title(row)}" + (f", {found}" if found else "")))
    yield Text(_word(verdict))
    yield from (Text(printable(line)) for line in verdict.message.splitlines())


def _title(row: Row) -> str:
    return {"starter": "the code as you got it", "solution": "a correct version"}.get(row.version.kind, row.version.title)


def _found(row: Row) -> str:
    return f"line {row.line}: {row.message}" if row.line else row.message


def _word(verdict: ProofVerdict) -> str:
    fixes = "wrong fix" if verdict.asked == 1 else "wrong fixes"
    counts = f", {verdict.caught} of {verdict.asked} {fixes} caught" if verdict.rows else ""
    return f"{verdict.task}: {'proved' if verdict.accepted else 'not proved'}{counts}"


def _style(good: bool) -> str:
    return _GOOD if good else _BAD


def proof_json(verdict: ProofVerdict, file: str) -> Json:
    """The word as data. Correct versions have no names: which they are is an answer."""
    return {
        "kata": verdict.task,
        "file": file,
        "verdict": "accepted" if verdict.accepted else "rejected",
        "caught": verdict.caught,
        "asked": verdict.asked,
        "message": verdict.message or None,
        "versions": [_row_json(row) for row in verdict.rows],
    }


def _row_json(row: Row) -> Json:
    return {
        "kind": row.version.kind,
        "name": row.version.name if row.version.kind == "near miss" else None,
        "word": str(row.word),
        "test": row.test or None,
        "line": row.line or None,
        "message": row.message or None,
    }
