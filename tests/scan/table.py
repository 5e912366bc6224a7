"""The README's table of what `gym scan` finds."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.scan.measure import Own, Package

PLACE = re.compile(r"(<!-- scan -->\n).*?(<!-- /scan -->)", re.DOTALL)
ALIKE = 2
"""So few findings of a package do not get a line of their own."""


def table(own: Sequence[Own], packages: Sequence[Package]) -> str:
    """Both halves, in Markdown."""
    lines = ["| of our katas | versions | with a finding | findings |", "|---|---|---|---|"]
    lines += [f"| {each.kind} | {each.versions} | {each.with_finding} | {each.findings} |" for each in own]
    lines += [
        "",
        "| package | async functions | found | right | harmless, or meant so | wrong |",
        "|---|---|---|---|---|---|",
    ]
    rows = sorted((each for each in packages if len(each.findings) > ALIKE), key=lambda each: -len(each.findings))
    few = [each for each in packages if len(each.findings) <= ALIKE]
    lines += [_row(each.name, [each]) for each in rows]
    lines += [_row(f"{len(few)} others", few), _row("all", packages)]
    return "\n".join(lines) + "\n"


def _row(name: str, packages: Sequence[Package]) -> str:
    functions = sum(each.functions for each in packages)
    found = sum(len(each.findings) for each in packages)
    counts = [sum(each.count(label) for each in packages) for label in ("right", "harmless", "wrong")]
    return f"| {name} | {functions:,} | {found} | {' | '.join(map(str, counts))} |"


def in_readme(text: str, shown: str) -> str:
    """The README with the table in its place."""
    return PLACE.sub(lambda place: place[1] + shown + place[2], text)
