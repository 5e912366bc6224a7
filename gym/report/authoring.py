"""What an author reads of a kata: the kill matrix, and what is wrong, as lines and as JSON."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from gym.curriculum.audit import Row, slug_of
from gym.curriculum.problem import Problem
from gym.engine.text import printable
from gym.judge.verdict import KataVerdict
from gym.report.as_json import Json
from gym.report.text import count
from gym.report.verdicts import STYLES

_WORD = len("accepted")
_SCHEDULES = len("schedules")
_MS = len("123,456")
_GAP = "  "
_BELOW = " " * 6
_WRONG = "! "


@dataclass(frozen=True, slots=True)
class Matrix:
    """The kill matrix, row by row: what is not known yet takes no part in how wide a column is.

    Where the names of the checks have no room beside the numbers (`room` is 0) they stand below them.
    """

    name: int
    room: int
    width: int

    @classmethod
    def of(cls, names: Sequence[str], checks: Sequence[str], width: int) -> Matrix:
        """For versions and checks of these names, in lines of `width` cells."""
        name = max(map(cell_len, (*names, "version")))
        numbers = len(_WRONG) + name + _WORD + _SCHEDULES + _MS + 4 * len(_GAP)
        room = width - numbers
        return cls(name, room if room > max(map(cell_len, checks), default=0) else 0, width)

    def heading(self) -> Text:
        """The titles of the columns."""
        killed = f"{_GAP}killed by" if self.room else ""
        return Text(self._numbers("version", "word", "schedules", "ms").rstrip() + killed, style="bold")

    def row(self, row: Row) -> Iterator[Text]:
        """One version: how it came out, and the names of the checks that reject it."""
        word = str(row.verdict.verdict)
        numbers = self._numbers(row.entry.name, word, f"{row.schedules:,}", f"{row.full_ms:,.0f}")
        mark = _WRONG if row.problems else " " * len(_WRONG)
        style = STYLES[1] if row.problems else ""
        killers = ", ".join(row.killers)
        if not self.room:
            yield Text(mark + numbers[len(_WRONG) :].rstrip(), style=style)
            yield from (Text(_BELOW + line, style=style) for line in _folded(killers, self.width - len(_BELOW)))
            return
        first, *rest = _folded(killers, self.room) or [""]
        indent = " " * (cell_len(numbers) + len(_GAP))
        yield Text(f"{mark}{numbers[len(_WRONG) :]}{_GAP}{first}".rstrip(), style=style)
        yield from (Text(indent + line, style=style) for line in rest)

    def _numbers(self, name: str, word: str, schedules: str, full_ms: str) -> str:
        padded = set_cell_size(printable(name), self.name)
        return f"{' ' * len(_WRONG)}{padded}{_GAP}{word:<{_WORD}}{_GAP}{schedules:>{_SCHEDULES}}{_GAP}{full_ms:>{_MS}}"


def _folded(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, 20), break_long_words=False, break_on_hyphens=False)


def plain_row(row: Row) -> str:
    """One version as a sentence, for a screen reader."""
    killers = f" by {', '.join(row.killers)}" if row.killers else ""
    wrong = "wrong: " if row.problems else ""
    named = row.entry.name if row.entry.kind == row.entry.name else f"{row.entry.kind} {row.entry.name}"
    numbers = f"{count(row.schedules, 'schedule')}, {row.full_ms:.0f} ms"
    return printable(f"{wrong}{named}: {row.verdict.verdict}{killers}; {numbers}")


def problem_lines(problems: Sequence[Problem], here: Path, width: int) -> Iterator[Text]:
    """Each with its file as seen from `here`, and below it what is wrong there, in the order to work in."""
    lead = len(f"{len(problems)}. ")
    for number, problem in enumerate(problems, 1):
        head = f"{number}. ".rjust(lead)
        says = _folded(printable(" ".join(problem.says.split())), width - lead)
        if problem.file is not None:
            says = [seen_from(here, problem.file), *says]
        first, *rest = says
        yield Text(head + first)
        yield from (Text(" " * lead + line) for line in rest)


def plain_problems(problems: Sequence[Problem], here: Path) -> Iterator[str]:
    """The same, a line each."""
    for number, problem in enumerate(problems, 1):
        place = f"{seen_from(here, problem.file)}: " if problem.file is not None else ""
        yield f"{number}. {place}{printable(' '.join(problem.says.split()))}"


def seen_from(here: Path, path: Path) -> str:
    """The shorter of the path from `here` and the whole one."""
    return min(os.path.relpath(path, here), str(path), key=len)


def audit_json(kata: str, rows: Sequence[Row], problems: Sequence[Problem]) -> Json:
    """A kata's audit. `full_ms` and `schedules` are of all checks of a version."""
    return {
        "kata": kata,
        "green": not problems,
        "versions": [_row_json(row) for row in rows],
        "problems": [{"file": str(each.file) if each.file else None, "says": each.says} for each in problems],
    }


def _row_json(row: Row) -> Json:
    return {
        "kind": row.entry.kind,
        "name": row.entry.name,
        "file": str(row.entry.file),
        "verdict": str(row.verdict.verdict),
        "killed_by": list(row.killers),
        "claims": _claims(row.verdict),
        "near_miss": row.verdict.near_miss,
        "schedules": row.schedules,
        "full_ms": row.full_ms,
        "problems": [problem.says for problem in row.problems],
    }


def _claims(verdict: KataVerdict) -> dict[str, str | None]:
    """By which claim each check rejects it: what a near_misses.toml says."""
    return {slug_of(check): check.claim for check in verdict.checks if check.verdict.exit_status == 1}
