"""`gym open [KATA]`: the learner's files in their editor."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from gym.cli.completion import KataName
from gym.cli.packs import PackFolder
from gym.cli.session import Session

if TYPE_CHECKING:
    from gym.curriculum import Kata
    from gym.progress import Workspace

VARIABLES = ("VISUAL", "EDITOR")


def open_kata(
    ctx: typer.Context,
    kata: KataName = None,
    pack: PackFolder = None,
) -> None:
    """Open your files of a kata in your editor. It is the one that VISUAL or EDITOR names."""
    from gym.cli.choosing import begun_kata

    del pack
    session: Session = ctx.obj
    workspace, wanted = begun_kata(session, kata)
    edit(session, workspace, wanted)


def edit(session: Session, workspace: Workspace, wanted: Kata) -> None:
    """Wait for the learner's editor on the files of a kata. Raises UsageError."""
    from gym.errors import UsageError

    folder = workspace.folder_of(wanted.id)
    gone = [name for name in wanted.files if not (folder / name).exists()]
    if gone:
        raise UsageError(f"{' and '.join(gone)} of {wanted.id} is gone; put it back with: gym start {wanted.id}")
    paths = [os.path.relpath(folder / name, session.cwd) for name in wanted.files]
    _run(session, [*_editor(os.environ, paths), *paths])


def _editor(environ: Mapping[str, str], paths: list[str]) -> list[str]:
    """The editor as a command line. Raises UsageError when none is named."""
    import shlex

    from gym.errors import UsageError

    for name in VARIABLES:
        said = environ.get(name, "").strip()
        if not said:
            continue
        try:
            return shlex.split(said, posix=os.name != "nt")
        except ValueError as error:
            raise UsageError(f"{name} is {said!r}, which is no command line: {str(error).lower()}.") from error
    raise UsageError(
        f"neither VISUAL nor EDITOR names an editor; name one, as in: export EDITOR=nano. To edit is {', '.join(paths)}."
    )


def _run(session: Session, command: list[str]) -> None:
    """Wait for the editor. Raises UsageError when it cannot be started or fails."""
    import subprocess

    from gym.errors import UsageError

    try:
        done = subprocess.run(command, cwd=session.cwd, check=False)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"the editor {command[0]!r} cannot be started ({reason}); see VISUAL and EDITOR.") from error
    if done.returncode:
        raise UsageError(f"the editor {command[0]!r} ended with status {done.returncode}.")
