"""`gym drill [NAME]`: a short listing to read; mark its lines, name its shape, and see the answer."""

from __future__ import annotations

from typing import Annotated

import typer

from gym.cli.completion import drill_names
from gym.cli.session import Session
from gym.cli.spotting import PlainOption, ShapeOption

NAME = typer.Argument(metavar="NAME", help="By default the next one.", autocompletion=drill_names)
MARK = typer.Option("--mark", metavar="LINES", help="Your lines, as in 3,5-7: an answer without questions.")


def drill(
    ctx: typer.Context,
    name: Annotated[str | None, NAME] = None,
    mark: Annotated[str | None, MARK] = None,
    shape: ShapeOption = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all drills.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON; needs an answer in options, or --list.")] = False,
    plain: PlainOption = False,
) -> None:
    """Read a short listing. Mark the lines that matter, name the shape, and see the answer and the fix.

    Exit status 0 when all of it was found, 1 when not, or when it was left.
    """
    from gym.cli.lessons import chosen_piece, tell_shelf
    from gym.cli.spotting import Exercise, practise
    from gym.lessons.proof import failing_trace
    from gym.lessons.shelf import drills
    from gym.lessons.spotting import spotting_of_drill
    from gym.report.drills import answer_markdown, fix_markdown

    session: Session = ctx.obj
    shelf = drills(session.catalogue.place)
    if list_all:
        tell_shelf(session, shelf, json=json)
        return
    wanted = chosen_piece(session, shelf, name)
    exercise = Exercise(
        "drill",
        spotting_of_drill(wanted),
        answer_markdown(wanted),
        lambda: failing_trace(wanted.slug, wanted.listing, wanted.race),
        fix_markdown(wanted),
    )
    raise typer.Exit(practise(session, exercise, {"mark": mark}, shape or (), json=json, plain=plain))
