"""`gym start KATA`: hand out a kata's files, and settle what changed in them since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import kata_ids
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress import Workspace


def start(
    ctx: typer.Context,
    kata: Annotated[
        str, typer.Argument(metavar="KATA", help="Its name, its number, or a part of it.", autocompletion=kata_ids)
    ],
    keep: Annotated[bool, typer.Option("--keep", help="The kata changed: keep your work, renew the other files.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="The kata changed: show how.")] = False,
    over: Annotated[bool, typer.Option("--restart", help="Start over, with a snapshot first; asked.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Start over without being asked.")] = False,
    pack: PackFolder = None,
) -> None:
    """Put a kata's files into the workspace. Files that are there already are left alone."""
    from gym.cli import updating
    from gym.cli.choosing import begun_attempt
    from gym.cli.ladders import refuse_for_ladder, start_ladder
    from gym.errors import UsageError

    del pack
    session: Session = ctx.obj
    workspace = session.need_workspace()
    members = session.catalogue.members(kata)
    _remember_pack(session, workspace)
    if keep + diff + over > 1:
        raise UsageError("--keep, --diff and --restart are three different things; choose one.")
    if len(members) > 1:
        refuse_for_ladder(members, {"--keep": keep, "--diff": diff, "--restart": over})
        start_ladder(session, workspace, members)
        return
    (wanted,) = members
    if not (keep or diff or over):
        _start(session, workspace, wanted)
        return
    begun_attempt(workspace, wanted)
    if over:
        updating.restart(session, workspace, wanted, yes=yes)
    else:
        (updating.keep_work if keep else updating.show_update)(session, workspace, wanted)


def _remember_pack(session: Session, workspace: Workspace) -> None:
    """Later commands need not be told of the pack. Raises UsageError when another pack has its name."""
    from gym.progress.packs import remember_pack

    if session.pack is not None:
        reason = remember_pack(workspace, session.pack)
        if reason is not None:
            session.say(f"The pack is not remembered ({reason}); name it each time with --pack.")


def _start(session: Session, workspace: Workspace, kata: Kata) -> None:
    from gym.cli.advice import builds_on
    from gym.cli.updating import say_update
    from gym.progress.replacing import packed

    with workspace.open_store() as store:
        anew = not workspace.has_begun(kata.id) or not store.handed_out(kata.id)
        before = builds_on(kata, store.progress())
        started = workspace.start(kata)
        store.start(kata.id)
        if anew:
            store.hand_out(kata.id, packed(kata))
        forgetful = store.forgetful
    if started.written:
        session.tell(f"Wrote {', '.join(started.written)} into {started.folder}")
    if started.left:
        session.tell(f"Left as they are: {', '.join(started.left)}")
    if forgetful:
        session.say(f"Progress is not kept: {forgetful}.")
    else:
        say_update(session, workspace, kata)
    session.say(before if anew else "")
    session.tell(f"Next: read {started.folder / 'brief.md'}, then:  gym watch {kata.id}")
