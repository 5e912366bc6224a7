"""`gym snapshots [KATA] [list|show N|restore N]`: what was kept of a kata's files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from gym.cli.completion import snapshot_words
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress import Workspace
    from gym.progress.snapshots import Snapshot

ACTIONS = ("list", "show", "restore")
USAGE = "gym snapshots [KATA] [list | show N | restore N]"


def snapshots(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="KATA list|show N|restore N",
            help="The kata touched last, and list, if left out.",
            autocompletion=snapshot_words,
        ),
    ] = None,
    pack: PackFolder = None,
) -> None:
    """List, show or restore snapshots. One is kept before your files are changed."""
    from gym.cli.choosing import begun_kata

    del pack
    session: Session = ctx.obj
    name, action, number = _parse(words or [])
    workspace, kata = begun_kata(session, name)
    if action == "list":
        _list(session, workspace, kata)
        return
    chosen = _find(workspace, kata, number)
    (_show if action == "show" else _restore)(session, workspace, kata, chosen)


def _parse(words: list[str]) -> tuple[str | None, str, str]:
    """Kata, action and number as typed. Raises UsageError."""
    from gym.errors import UsageError

    name, rest = (None, words) if not words or words[0] in ACTIONS else (words[0], words[1:])
    match rest:
        case [] | ["list"]:
            return name, "list", ""
        case ["show" | "restore" as action, number]:
            return name, action, number
        case ["show" | "restore" as action]:
            raise UsageError(f"{action} needs a snapshot's number; see them with: gym snapshots {name or ''}".rstrip())
        case _:
            raise UsageError(f"{' '.join(rest)!r} is nothing to do with snapshots; it is: {USAGE}")


def _find(workspace: Workspace, kata: Kata, number: str) -> Snapshot:
    """The snapshot of that number. Raises UsageError."""
    from gym.errors import UsageError
    from gym.progress.replacing import snapshots_of

    found = snapshots_of(workspace, kata).find(int(number)) if number.isascii() and number.isdecimal() else None
    if found is None:
        raise UsageError(f"{kata.id} has no snapshot {number}; see them with: gym snapshots {kata.id}")
    return found


def _list(session: Session, workspace: Workspace, kata: Kata) -> None:
    from gym.progress.replacing import snapshots_of
    from gym.report.listing import snapshot_lines

    found = snapshots_of(workspace, kata).all()
    if not found:
        session.say(f"No snapshot of {kata.id} yet: `gym reset` keeps one before it changes your files.")
        return
    for line in snapshot_lines(found, session.out.width):
        session.out.print(line, soft_wrap=True)
    session.say(f"What restoring one would change:  gym snapshots {kata.id} show {found[-1].number}")


def _show(session: Session, workspace: Workspace, kata: Kata, snapshot: Snapshot) -> None:
    """What restoring it would change."""
    from gym.progress.replacing import held
    from gym.report.diff import diff_lines

    files = snapshot.read()
    now, then = held(workspace, kata, files), f"snapshot-{snapshot.number}"
    lines = [
        line
        for name, content in files.items()
        for line in diff_lines(_text(now.get(name, b"")), _text(content), f"now/{name}", f"{then}/{name}")
    ]
    for line in lines:
        session.out.print(line, soft_wrap=True)
    if not lines:
        session.say(f"Your files hold the same lines as snapshot {snapshot.number}.")
        return
    session.say(f"To have it back:  gym snapshots {kata.id} restore {snapshot.number}")


def _text(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")


def _restore(session: Session, workspace: Workspace, kata: Kata, snapshot: Snapshot) -> None:
    from gym.progress.replacing import held, replace_files

    files = snapshot.read()
    mine = held(workspace, kata, files)
    changing = [name for name, content in files.items() if mine.get(name) != content]
    if not changing:
        session.say(f"Your files are as snapshot {snapshot.number} has them; nothing was changed.")
        return
    kept = replace_files(workspace, kata, files, f"before snapshot {snapshot.number} was restored")
    session.out.print(f"Restored {', '.join(changing)} of {kata.id} from snapshot {snapshot.number}", soft_wrap=True)
    if kept is not None:
        session.out.print(f"What was there is snapshot {kept.number}. To have it back:", soft_wrap=True)
        session.out.print(f"  gym snapshots {kata.id} restore {kept.number}", soft_wrap=True)
