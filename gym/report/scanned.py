"""What a scan found: each line with its question, and the drills that teach it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.text import Text

from gym.engine.text import printable
from gym.report.text import count, fold

if TYPE_CHECKING:
    from gym.report.as_json import Json
    from gym.scan.finding import Finding
    from gym.scan.scanning import Scan

INDENT = 4
MOST_LINES = 6


def scan_lines(scan: Scan, width: int) -> Iterator[Text]:
    """Findings by file and line, then how much was read."""
    for finding in scan.findings:
        yield from _finding_lines(finding, width)
    if scan.findings:
        yield Text("A finding is a question, not a verdict: gym race proves it on your own code.")
    read = f"{count(scan.files, 'file')} with {count(scan.functions, 'async function')} read"
    yield Text(f"{read}, {count(len(scan.findings), 'finding')}", style="bold")


def _finding_lines(finding: Finding, width: int) -> Iterator[Text]:
    head = Text.assemble((f"{printable(finding.path)}:{finding.line}", "bold"), f"  {finding.shape}  ({finding.rule})")
    head.truncate(width, overflow="ellipsis")
    code = Text(" " * INDENT + printable(finding.code))
    code.truncate(width, overflow="ellipsis")
    yield from (head, code)
    for text in (f"{finding.says}.", finding.question, f"gym drill {finding.drill}"):
        yield from (Text(" " * INDENT + line) for line in fold(text, max(width - INDENT, 20), MOST_LINES))
    yield Text("")


def scan_json(scan: Scan) -> Json:
    """The same as data."""
    return {
        "files": scan.files,
        "functions": scan.functions,
        "left_out": scan.problems,
        "findings": [asdict(each) for each in scan.findings],
    }
