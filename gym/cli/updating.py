"""A kata that changed since the learner began it: said, shown, and settled as they choose."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gym.cli.session import Session
from gym.errors import GymError

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress import Store, Workspace
    from gym.progress.updates import Update


def update_of(store: Store, kata: Kata) -> Update:
    """How the kata's files changed. Raises ContentError."""
    from gym.progress.replacing import packed
    from gym.progress.updates import Update

    return Update(store.handed_out(kata.id), packed(kata))


def say_update(session: Session, workspace: Workspace, kata: Kata) -> None:
    """Say that the kata changed, if it did, and what can be done."""
    with workspace.open_store() as store:
        changed = update_of(store, kata).changed
    if changed:
        session.say(
            f"{kata.id} changed since you began it ({', '.join(changed)}). See how:\n"
            f"  gym start {kata.id} --diff\n"
            f"Then --keep keeps your work, and --restart starts over, with a snapshot first."
        )


def say_update_of_latest(session: Session) -> None:
    """The same of the kata that was touched last, if it is still here."""
    workspace = session.workspace
    if workspace is None:
        return
    with workspace.open_store() as store:
        latest = store.latest()
    if latest in session.catalogue.ids() and workspace.has_begun(latest):
        say_update(session, workspace, session.catalogue.find(latest))


def settle(session: Session, workspace: Workspace, kata: Kata) -> None:
    """Remember that the learner has been given the kata as it is now. What keeps that from being kept is said."""
    from gym.progress.replacing import packed

    try:
        with workspace.open_store() as store:
            store.hand_out(kata.id, packed(kata))
            forgetful = store.forgetful
    except GymError as error:
        session.say(f"gym: {error}")
        return
    if forgetful:
        session.say_once(f"Progress is not kept: {forgetful}.")


def show_update(session: Session, workspace: Workspace, kata: Kata) -> None:
    """What changed in the kata, as a diff."""
    from gym.report.diff import diff_lines

    with workspace.open_store() as store:
        update = update_of(store, kata)
    for name in update.changed:
        before, now = _text(update.before.get(name, b"")), _text(update.now[name])
        for line in diff_lines(before, now, f"as-you-began/{name}", f"now/{name}"):
            session.out.print(line, soft_wrap=True)
    if update.changed:
        session.say(f"Keep your work:  gym start {kata.id} --keep")
        session.say(f"Start over:      gym start {kata.id} --restart")
    else:
        session.say(f"{kata.id} has not changed since you began it.")


def keep_work(session: Session, workspace: Workspace, kata: Kata) -> None:
    """Bring those files up to date in which nothing of the learner's is, and leave the others."""
    from gym.progress.replacing import held, replace_files

    with workspace.open_store() as store:
        update = update_of(store, kata)
    if not update.changed:
        session.say(f"{kata.id} has not changed since you began it.")
        return
    mine = held(workspace, kata)
    newer = update.untouched(mine)
    replace_files(workspace, kata, newer, "before an update")
    settle(session, workspace, kata)
    if not newer:
        session.say(f"Settled; no file of {kata.id} had to be changed.")
    else:
        session.out.print(f"Brought up to date: {', '.join(newer)}", soft_wrap=True)
    left = [name for name in update.changed if name not in newer and mine[name] != update.now[name]]
    if left:
        session.out.print(f"Left as you have them: {', '.join(left)}", soft_wrap=True)


def restart(session: Session, workspace: Workspace, kata: Kata, *, yes: bool) -> None:
    """Give out the kata as it is now, after a snapshot; asked."""
    from gym.cli.asking import agreed
    from gym.progress.replacing import held, packed, replace_files

    now, mine = packed(kata), held(workspace, kata)
    names = [name for name in now if mine.get(name) != now[name]]
    if not names:
        settle(session, workspace, kata)
        session.say(f"{kata.id} is as it is handed out now.")
        return
    if not agreed(session, f"Start {kata.id} over with new {', '.join(names)}? A snapshot keeps yours.", yes=yes):
        return
    kept = replace_files(workspace, kata, now, "before a restart")
    settle(session, workspace, kata)
    session.out.print(f"Wrote {', '.join(names)} into {workspace.folder_of(kata.id)}", soft_wrap=True)
    if kept is not None:
        session.out.print(f"What was there is snapshot {kept.number}. To have it back:", soft_wrap=True)
        session.out.print(f"  gym snapshots {kata.id} restore {kept.number}", soft_wrap=True)


def _text(content: bytes) -> str:
    return content.decode("utf-8", "backslashreplace")
