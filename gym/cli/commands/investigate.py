"""`gym investigate [NAME]`: an incident with a clock; choose what to look at, then name the cause and the fix."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import investigation_names
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.cli.investigating import Asker
    from gym.lessons.inquiry import Ending, Inquiry

NAME = typer.Argument(metavar="NAME", help="By default one not tried yet.", autocompletion=investigation_names)
PLAIN = typer.Option("--plain", help="Graphs as figures, without bars.")


def investigate(
    ctx: typer.Context,
    name: Annotated[str | None, NAME] = None,
    list_all: Annotated[bool, typer.Option("--list", help="List all investigations.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the list, or the result, as JSON.")] = False,
    plain: Annotated[bool, PLAIN] = False,
) -> None:
    """Find the cause of an incident against its clock. Each look costs minutes; then name the cause and the fix.

    Exit status 0 when cause and fix are right, 1 when not, or when it was left.
    """
    from gym.cli.answering import Left
    from gym.cli.investigating import Asker, chosen_incident, play
    from gym.cli.lessons import keep, tell_shelf
    from gym.lessons.inquiry import Inquiry
    from gym.lessons.shelf import investigations

    session: Session = ctx.obj
    shelf = investigations(session.catalogue.place)
    if list_all:
        tell_shelf(session, shelf, json=json)
        return
    asker = Asker(session, session.talk if json else session.out, plain)
    inquiry = Inquiry(chosen_incident(session, shelf, name))
    since = time.monotonic()
    try:
        ending = play(asker, inquiry)
    except Left:
        _tell_left(session, inquiry, json=json)
        raise typer.Exit(1) from None
    wanted = ending.investigation
    keep(session, shelf.kind, wanted.slug, wanted.shapes, ending.score, time.monotonic() - since)
    _tell_end(asker, ending, json=json)
    raise typer.Exit(0 if ending.is_right else 1)


def _tell_left(session: Session, inquiry: Inquiry, *, json: bool) -> None:
    name = inquiry.investigation.slug
    if json:
        from gym.report.as_json import to_json

        session.write(to_json({"name": name, "left": True, "minutes": inquiry.spent}))
    session.say(f"Left after {inquiry.spent} minutes; nothing of it is kept. From the start: gym investigate {name}")


def _tell_end(asker: Asker, ending: Ending, *, json: bool) -> None:
    from gym.report.investigations import debrief_markdown, ending_json

    asker.show(debrief_markdown(ending))
    if json:
        from gym.report.as_json import to_json

        asker.session.write(to_json(ending_json(ending)))
