"""From which packs katas were begun in a workspace: a file for each in `.gym/packs/`, named as the pack, with its folder.

They are plain files, each replaced in one step, so that they can be mended by hand.
"""

from __future__ import annotations

import os
from pathlib import Path

from gym.curriculum import Pack, read_pack
from gym.errors import GymError, UsageError
from gym.progress.workspace import MARKER, Workspace, reason_of


def remember_pack(workspace: Workspace, pack: Pack) -> str | None:
    """Keep where the pack is; why it cannot be kept, as the end of a sentence, where it cannot.

    Raises UsageError when the workspace knows another pack of that name.
    """
    place = _folder(workspace) / pack.name
    known = _read(place)
    if known is not None and known != pack.folder and _is_pack(known, pack.name):
        raise UsageError(f"this workspace knows the pack {known} as {pack.name} too; rename one of them in its pack.toml.")
    if known == pack.folder:
        return None
    draft = place.with_name(f".{pack.name}-{os.getpid()}")
    try:
        place.parent.mkdir(exist_ok=True)
        draft.write_text(f"{pack.folder}\n", encoding="utf-8", errors="surrogateescape")
        draft.replace(place)
    except OSError as error:
        return reason_of(error)
    return None


def known_packs(workspace: Workspace) -> tuple[list[Pack], list[str]]:
    """The packs that can be read, by name, and a sentence for each that cannot."""
    packs: list[Pack] = []
    problems: list[str] = []
    for place in sorted(_folder(workspace).glob("[a-z0-9]*")):
        folder = _read(place)
        try:
            packs.append(_pack(place, folder))
        except GymError as error:
            ways = f"Say where it is now:  gym start {place.name}:KATA --pack DIR\nOr forget it:         rm {place}"
            problems.append(f"The pack {place.name} is left out: {error}\n{ways}")
    return packs, problems


def _pack(place: Path, folder: Path | None) -> Pack:
    if folder is None:
        raise UsageError(f"{place} does not say where it is.")
    if not folder.is_dir():
        raise UsageError(f"it is not in {folder} any more.")
    pack = read_pack(folder)
    if pack.name != place.name:
        raise UsageError(f"the pack in {folder} is called {pack.name} now.")
    return pack


def _is_pack(folder: Path, name: str) -> bool:
    try:
        return read_pack(folder).name == name
    except GymError:
        return False


def _folder(workspace: Workspace) -> Path:
    return workspace.root / MARKER / "packs"


def _read(place: Path) -> Path | None:
    try:
        text = place.read_text(encoding="utf-8", errors="surrogateescape").strip()
    except OSError:
        return None
    return Path(text) if text and "\0" not in text else None
