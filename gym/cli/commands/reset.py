"""`gym reset [KATA] [--all]`: start a kata over, and keep what was written so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress import Workspace


def reset(
    ctx: typer.Context,
    kata: KataName = None,
    every: Annotated[bool, typer.Option("--all", help="Every kata that was begun.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do it without being asked.")] = False,
    pack: PackFolder = None,
) -> None:
    """Put a kata's files back to how they were handed out. A snapshot keeps yours."""
    from gym.cli.asking import agreed
    from gym.progress.replacing import held, packed

    del pack
    session: Session = ctx.obj
    workspace, katas = _chosen(session, kata, every)
    changed = {}
    for each in katas:
        mine, theirs = held(workspace, each), packed(each)
        changed[each.id] = [name for name in theirs if mine.get(name) != theirs[name]]
        if not changed[each.id]:
            session.say(f"{each.id} is as it was handed out.")
    todo = [each for each in katas if changed[each.id]]
    named = "; ".join(f"{', '.join(changed[each.id])} of {each.id}" for each in todo)
    if todo and agreed(session, f"Put back {named}? A snapshot keeps yours.", yes=yes):
        for each in todo:
            _reset(session, workspace, each, changed[each.id])


def _chosen(session: Session, name: str | None, every: bool) -> tuple[Workspace, list[Kata]]:
    """The katas to reset. Raises UsageError."""
    from gym.cli.choosing import begun_kata
    from gym.errors import UsageError

    if not every:
        workspace, kata = begun_kata(session, name)
        return workspace, [kata]
    if name is not None:
        raise UsageError(f"--all is every kata; leave out {name}, or --all.")
    workspace = session.need_workspace()
    begun = [each for each in session.catalogue.ids() if workspace.has_begun(each)]
    if not begun:
        raise UsageError("no kata was begun in this workspace yet; see them with: gym list")
    return workspace, [session.catalogue.find(each) for each in begun]


def _reset(session: Session, workspace: Workspace, kata: Kata, names: list[str]) -> None:
    from gym.cli.updating import settle
    from gym.progress.replacing import packed, replace_files

    kept = replace_files(workspace, kata, packed(kata), "before a reset")
    settle(session, workspace, kata)
    session.out.print(f"Put back {', '.join(names)} of {kata.id}", soft_wrap=True)
    if kept is not None:
        session.out.print(f"What was there is snapshot {kept.number}. To have it back:", soft_wrap=True)
        session.out.print(f"  gym snapshots {kata.id} restore {kept.number}", soft_wrap=True)
