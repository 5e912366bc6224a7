"""`gym author pack DIR`: make a pack."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gym.cli.session import Session


def pack(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make or use.")],
    name: Annotated[
        str | None, typer.Option("--name", help="What stands before its katas' ids; DIR's name if left out.")
    ] = None,
    title: Annotated[str | None, typer.Option("--title", help="What it is called in full.")] = None,
) -> None:
    """Make a pack, a folder for katas of your own."""
    from gym.curriculum.pack import make_pack

    session: Session = ctx.obj
    made = make_pack(session.cwd / folder, name, title)
    session.tell(f"Made the pack {made.name} in {made.folder}")
    session.say(f"Begin a kata in it:  gym author new SLUG --pack {folder}")
