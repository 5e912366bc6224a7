"""`gym init [DIR]`: make a workspace."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gym.cli.session import Session


def init(
    ctx: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="[DIR]", help="The folder to make or use.")] = Path("."),
) -> None:
    """Make a workspace. Katas are begun in it, and it keeps your progress."""
    from gym.progress import Workspace

    session: Session = ctx.obj
    target = Path(session.cwd / folder).resolve()
    there_before = Workspace.find(target)
    if there_before is not None and there_before.root == target:
        session.say(f"{target} is a workspace already; nothing was changed.")
        return
    workspace = Workspace.make(target)
    with workspace.open_store() as store:
        if store.forgetful:
            session.say(f"Progress is not kept: {store.forgetful}.")
    first = session.catalogue.ids()[0]
    go_there = "" if target == session.cwd.resolve() else f"cd {folder} && "
    session.tell(f"Made a workspace in {target}")
    session.tell(f"Next:  {go_there}gym start {first}")
