"""`gym start KATA`: hand out a kata's files."""

from __future__ import annotations

from typing import Annotated

import typer

from gym.cli.completion import kata_ids
from gym.cli.session import Session


def start(
    ctx: typer.Context,
    kata: Annotated[str, typer.Argument(help="Its name, its number, or a part of it.", autocompletion=kata_ids)],
) -> None:
    """Put a kata's files into the workspace. Files that are there already are left alone."""
    session: Session = ctx.obj
    workspace = session.need_workspace()
    wanted = session.catalogue.find(kata)
    with workspace.open_store() as store:
        started = workspace.start(wanted)
        store.start(wanted.id)
        forgetful = store.forgetful
    if started.written:
        session.out.print(f"Wrote {', '.join(started.written)} into {started.folder}", soft_wrap=True)
    if started.left:
        session.out.print(f"Left as they are: {', '.join(started.left)}", soft_wrap=True)
    if forgetful:
        session.say(f"Progress is not kept: {forgetful}.")
    session.out.print(f"Next: read {started.folder / 'brief.md'}, then:  gym watch {wanted.id}", soft_wrap=True)
