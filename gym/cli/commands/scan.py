"""`gym scan FILE_OR_DIR`: read any asyncio code for places where races live."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gym.cli.session import Session

PATH = typer.Argument(metavar="FILE_OR_DIR", help="A Python file, or a folder: every Python file in it.")


def scan(
    ctx: typer.Context,
    path: Annotated[Path, PATH],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Read asyncio code for races. Marks suspicious lines, each with the question to ask there and a drill; runs nothing.

    Exit status 0 whatever was found: a finding is a question, not a verdict.
    """
    from gym.errors import UsageError
    from gym.report.scanned import scan_json, scan_lines
    from gym.scan.scanning import scan_path

    session: Session = ctx.obj
    place = session.cwd / path
    if not place.exists():
        raise UsageError(f"{path}: there is no such file or folder.")
    found = scan_path(place)
    if place.is_file() and found.problems:
        raise UsageError(found.problems[0])
    if json:
        from gym.report.as_json import to_json

        session.write(to_json(scan_json(found)))
        return
    for problem in found.problems:
        session.say(problem)
    for line in scan_lines(found, session.out.width):
        session.out.print(line, soft_wrap=True)
