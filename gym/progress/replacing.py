"""Changing a learner's files: a snapshot first, then each file in one step."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from gym.curriculum import Kata
from gym.errors import ContentError, UsageError
from gym.progress.snapshots import Snapshot, Snapshots
from gym.progress.workspace import Workspace, folder_name, reason_of


def packed(kata: Kata) -> dict[str, bytes]:
    """The kata's files as this gym hands them out. Raises ContentError."""
    try:
        return {name: (kata.folder / name).read_bytes() for name in kata.handed_out}
    except OSError as error:
        raise ContentError(f"{error.filename}: cannot be read ({reason_of(error)}).") from error


def held(workspace: Workspace, kata: Kata, others: Iterable[str] = ()) -> dict[str, bytes]:
    """Those of the kata's files, of `others`, and the learner's race test, that are in its folder.

    Raises UsageError when one cannot be read.
    """
    found = {}
    for name in dict.fromkeys((*kata.handed_out, kata.proof, *others)):
        path = workspace.folder_of(kata.id) / name
        try:
            found[name] = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise UsageError(f"{path}: cannot be read ({reason_of(error)}), so nothing was changed.") from error
    return found


def snapshots_of(workspace: Workspace, kata: Kata) -> Snapshots:
    """The snapshots of a kata in this workspace."""
    return Snapshots(workspace.root / ".gym" / "snapshots" / folder_name(kata.id))


def replace_files(workspace: Workspace, kata: Kata, files: Mapping[str, bytes], reason: str) -> Snapshot | None:
    """Put the files in place of the learner's, and give the snapshot that keeps those.

    None where there was nothing to keep. Raises UsageError; until a snapshot is kept nothing is changed.
    """
    # An older snapshot may hold a file that the kata no longer has.
    before = held(workspace, kata, files)
    lost = any(before.get(name, content) != content for name, content in files.items())
    snapshot = snapshots_of(workspace, kata).take(before, reason) if lost else None
    folder = workspace.folder_of(kata.id)
    for name, content in files.items():
        if before.get(name) != content:
            _replace(folder / name, content)
    return snapshot


def _replace(path: Path, content: bytes) -> None:
    """At no moment is there half a file; a link is replaced, and what it leads to stays."""
    draft = path.with_name(f".{path.name}.gym")
    try:
        draft.unlink(missing_ok=True)
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: cannot be written ({reason_of(error)}).") from error
    finally:
        _remove(draft)


def _remove(draft: Path) -> None:
    try:
        draft.unlink(missing_ok=True)
    except OSError:
        return
