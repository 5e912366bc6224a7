"""`gym spot [KATA]`: find the race by reading, before anything is fixed."""

from __future__ import annotations

from typing import Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session
from gym.cli.spotting import JsonOption, PlainOption, ShapeOption

STATE = typer.Option("--state", metavar="LINES", help="Lines of the shared state, as in 3,5-7: an answer without questions.")
SWITCH = typer.Option("--switch", metavar="LINES", help="Lines that are places to switch inside a critical section.")


def spot(
    ctx: typer.Context,
    kata: KataName = None,
    state: Annotated[str | None, STATE] = None,
    switch: Annotated[str | None, SWITCH] = None,
    shape: ShapeOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
    pack: PackFolder = None,
) -> None:
    """Find the race in a kata's starter by reading. Mark lines, name the shape, and see what you missed.

    Exit status 0 when all of it was found, 1 when not, or when it was left.
    """
    from gym.cli.choosing import chosen_kata
    from gym.cli.spotting import Exercise, practise
    from gym.lessons.spotting import spotting_of_kata

    del pack
    session: Session = ctx.obj
    wanted = chosen_kata(session, kata)
    answer = f"Break it yourself: `gym play {wanted.id} --starter`"
    exercise = Exercise("spot", spotting_of_kata(wanted), answer)
    raise typer.Exit(practise(session, exercise, {"state": state, "switch": switch}, shape or (), json=json, plain=plain))
