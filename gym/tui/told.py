"""What stands in the middle of the watch screen beside a table, or in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from rich.text import Text

from gym.curriculum import Kata
from gym.engine.text import printable
from gym.judge.verdict import CheckVerdict, KataVerdict, Verdict
from gym.report.verdicts import STYLES

AROUND = 2
"""How many lines are shown before and after the one that a message names."""


def ticket(kata: Kata, word: KataVerdict | None, folder: Path) -> list[Text]:
    """What there is to say while no table is."""
    if word is not None and word.verdict is Verdict.ACCEPTED:
        return [Text("Every check held in every schedule explored. e says why, and where it stops.", style="green")]
    if word is not None and word.message:
        return [Text(line) for line in _with_its_line(word.message, folder)]
    return [Text(kata.summary), Text(""), Text("b shows the whole ticket.")]


def about(check: CheckVerdict, failing: Sequence[CheckVerdict]) -> list[Text]:
    """What stands above a check's table; `failing` are all that failed."""
    place = f" ({[each.id for each in failing].index(check.id) + 1} of {len(failing)}, f: next)"
    head = f"{check.verdict}: {check.title}{place if len(failing) > 1 else ''}"
    told = (Text(text) for text in (check.message or "", *check.notes) if text)
    return [Text(head, style=STYLES[check.verdict.exit_status]), *told, Text("")]


def _with_its_line(message: str, folder: Path) -> list[str]:
    """What keeps the file from being run, with the line that it names."""
    found = re.match(r"(?P<file>[^:\s]+):(?P<line>\d+) ", message)
    try:
        source = (folder / found["file"]).read_text(encoding="utf-8", errors="replace") if found else ""
    except OSError:
        source = ""
    lines, at = source.splitlines(), int(found["line"]) if found else 0
    shown = [f"{number:>4} {line}" for number, line in enumerate(lines, 1) if abs(number - at) <= AROUND]
    return [message, "", *map(printable, shown)]
