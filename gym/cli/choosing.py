"""Which kata, and which files, a command is about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath

from gym.cli.session import Session
from gym.curriculum import Kata
from gym.errors import ContentError, UsageError
from gym.judge import Attempt
from gym.progress import Workspace
from gym.progress.workspace import folder_name


def chosen_kata(session: Session, name: str | None) -> Kata:
    """The kata named; else the one whose folder this is, or the one touched last. Raises UsageError."""
    if name is not None:
        return session.catalogue.find(name)
    workspace = session.need_workspace()
    here = kata_here(session, workspace)
    if here is not None:
        return session.catalogue.find(here)
    with workspace.open_store() as store:
        latest = store.latest()
    if latest is None:
        raise UsageError("no kata was begun in this workspace yet; see them with: gym list")
    return session.catalogue.find(latest)


def kata_here(session: Session, workspace: Workspace) -> str | None:
    """The id of the kata whose folder the command was called in, if it was called in one."""
    here = session.cwd.relative_to(workspace.root)
    folders = {PurePath(folder_name(each)): each for each in session.catalogue.ids()}
    return next((folders[around] for around in (here, *here.parents) if around in folders), None)


def readable_katas(session: Session) -> list[Kata]:
    """Every kata that can be read; one that cannot is named and hides no other."""
    katas = []
    for kata_id in session.catalogue.ids():
        try:
            katas.append(session.catalogue.find(kata_id))
        except ContentError as error:
            session.say_once(f"gym: {kata_id} is left out: {error}")
    return katas


def begun_kata(session: Session, name: str | None) -> tuple[Workspace, Kata]:
    """The kata that a command is about, and the workspace in which it was begun. Raises UsageError."""
    workspace = session.need_workspace()
    kata = chosen_kata(session, name)
    begun_attempt(workspace, kata)
    return workspace, kata


def begun_attempt(workspace: Workspace, kata: Kata) -> Attempt:
    """What is in the learner's folder of a kata. Raises UsageError when it was not begun."""
    folder = workspace.folder_of(kata.id)
    if not folder.exists():
        raise UsageError(f"{kata.id} is not begun in this workspace; begin it with: gym start {kata.id}")
    if not folder.is_dir():
        raise UsageError(f"{folder} is a file where the kata's folder should be.")
    return Attempt.from_folder(folder)


def chosen_checks(session: Session, kata: Kata, only: Sequence[str]) -> tuple[str, ...]:
    """The names of the checks that are meant, in the kata's order; none where none is named. Raises UsageError."""
    if not only:
        return ()
    names = session.judge.checks(kata)
    wanted = [name.removeprefix(f"{kata.id}#").replace("_", "-") for name in only]
    for given, name in zip(only, wanted, strict=True):
        if name not in names:
            raise UsageError(f"--only {given}: {kata.id} has no check of that name; there are: {', '.join(names)}")
    return tuple(name for name in names if name in wanted)


def chosen_attempt(session: Session, kata: Kata, file: Path | None) -> tuple[Workspace | None, Attempt]:
    """What to judge: `file` in place of the entry module, or else what is in the workspace, and that workspace.

    Raises UsageError.
    """
    if file is not None:
        return None, _attempt_in_file(session, kata, file)
    workspace = session.need_workspace()
    return workspace, begun_attempt(workspace, kata)


def _attempt_in_file(session: Session, kata: Kata, path: Path) -> Attempt:
    file = session.cwd / path
    if file.is_dir():
        raise UsageError(f"--file {path}: this is a folder; name the Python file in it.")
    if not file.exists():
        raise UsageError(f"--file {path}: there is no such file.")
    if not file.is_file():
        raise UsageError(f"--file {path}: this is not a regular file.")
    return Attempt.from_file(kata, file)
