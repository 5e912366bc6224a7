"""`gym`: on to the next thing, on a full screen where there is a terminal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata


def open_or_say_next(session: Session) -> None:
    """Watch the kata at hand, or begin the one that is suggested; without a terminal say what to do."""
    from gym.cli.room import is_terminal

    if not is_terminal(session):
        _say_next(session)
    elif session.workspace is not None or _enter_workspace(session):
        _watch(session)
    elif _make_workspace(session):
        _watch(session)
        session.say(f"Your workspace is {session.cwd}. Go on in it:  cd {session.cwd.name} && gym")
    else:
        _say_next(session)


def _say_next(session: Session) -> None:
    from gym.cli.advice import next_step
    from gym.cli.updating import say_update_of_latest

    session.tell(next_step(session))
    say_update_of_latest(session)


def _enter_workspace(session: Session) -> bool:
    """Whether a workspace of the usual name lies right here; the command goes on in it."""
    from gym.cli.advice import FOLDER
    from gym.progress import Workspace

    found = Workspace.find(session.cwd / FOLDER)
    if found is None:
        return False
    session.cwd = found.root
    return True


def _make_workspace(session: Session) -> bool:
    """Ask; whether there is one now. The command goes on in it."""
    from gym.cli.advice import FOLDER
    from gym.cli.asking import agreed
    from gym.progress import Workspace

    folder = session.cwd / FOLDER
    question = f"There is no workspace here yet. Make {folder} and begin the first kata?"
    if not agreed(session, question, yes=False, default=True):
        return False
    Workspace.make(folder)
    session.cwd = folder
    return True


def _watch(session: Session) -> None:
    from gym.cli.room import show
    from gym.tui.watching import WatchScreen

    kata = _at_hand(session)
    if kata is None:
        _say_next(session)
        return
    show(session, lambda practice: WatchScreen(practice, practice.begun(kata)))


def _at_hand(session: Session) -> Kata | None:
    """The kata whose folder this is; else the one that was touched last, unless it is accepted; then the one suggested."""
    from gym.cli.advice import suggested_kata
    from gym.cli.choosing import kata_here

    workspace = session.need_workspace()
    here = kata_here(session, workspace)
    if here is not None:
        return session.catalogue.find(here)
    with workspace.open_store() as store:
        latest, progress = store.latest(), store.progress()
    if latest in session.catalogue.ids() and workspace.has_begun(latest) and progress[latest].accepted_at is None:
        return session.catalogue.find(latest)
    return suggested_kata(session)
