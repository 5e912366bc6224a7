"""`gym doctor`: whether everything here works, and where it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from rich.text import Text

    from gym.cli.examining import Finding


def doctor(ctx: typer.Context, json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Say what the gym runs on, and what is broken. Exit status 1 when anything is."""
    from gym.cli.examining import examine

    session: Session = ctx.obj
    broken = 0
    findings = []
    for finding in examine(session):
        broken += finding.broken
        findings.append({"part": finding.part, "broken": finding.broken, "says": finding.says})
        if not json:
            for line in _lines(finding, session.out.width):
                session.out.print(line, soft_wrap=True)
    if json:
        from gym.report.as_json import to_json

        session.write(to_json({"broken": broken, "findings": findings}))
    elif broken:
        session.say(f"{broken} of {len(findings)} parts are broken." if broken > 1 else "One part is broken.")
    else:
        session.say("Nothing is broken.")
    raise typer.Exit(1 if broken else 0)


def _lines(finding: Finding, width: int) -> Iterator[Text]:
    """The word, the part and the sentence, which is folded at spaces only: paths stay whole."""
    import textwrap

    from rich.text import Text

    from gym.engine.text import printable

    word, style = ("broken", "bold red") if finding.broken else ("ok", "green")
    head = f"{finding.part:<11}"
    room = max(width - len(head) - 8, 20)
    folded = textwrap.wrap(printable(finding.says), room, break_long_words=False, break_on_hyphens=False)
    first, *rest = folded or [""]
    yield Text.assemble((f"{word:<8}", style), head, first)
    for line in rest:
        yield Text(" " * (len(head) + 8) + line)
