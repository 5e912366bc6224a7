"""Which katas a command is about: those of the pack that `--pack` names, or else those that it would find by itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import ContentPlace


def _choose(ctx: typer.Context, folder: Path | None) -> Path | None:
    """Typer calls this before the command."""
    if folder is not None and isinstance(ctx.obj, Session):
        ctx.obj.pack_folder = folder
    return folder


PackFolder = Annotated[
    Path | None,
    typer.Option(
        "--pack", metavar="DIR", callback=_choose, help="The katas of this pack instead; a folder with a pack.toml."
    ),
]


def author_place(session: Session) -> ContentPlace:
    """Where an author's katas are: the pack that is named, else the one that this folder lies in, else the gym's own."""
    from gym.curriculum.pack import pack_around, read_pack

    around = pack_around(session.cwd) if session.pack_folder is None else None
    return session.catalogue.place if around is None else read_pack(around).place
