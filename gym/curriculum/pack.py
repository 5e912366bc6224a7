"""Packs: katas of one's own in a folder outside the gym, with a `pack.toml` that gives them a name in common."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from pathlib import Path

import msgspec

from gym.curriculum.place import ContentPlace
from gym.curriculum.schema import Sentence, Slug, read_toml
from gym.errors import ContentError, UsageError

LABEL = "pack.toml"


class PackFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A pack.toml."""

    name: Slug
    title: Sentence


@dataclass(frozen=True, slots=True)
class Pack:
    """A pack on disk. `name` stands before the ids of its katas, as in `acme:01-search-box`."""

    name: str
    title: str
    folder: Path

    @property
    def place(self) -> ContentPlace:
        """Where its katas are: in the same three folders as in a clone of the gym."""
        return ContentPlace.below(self.folder, self.name)


def read_pack(folder: Path) -> Pack:
    """The pack in `folder`. Raises UsageError where there is none, and ContentError for a pack.toml that is wrong."""
    folder = folder.resolve()
    if not folder.is_dir():
        raise UsageError(f"{folder}: there is no such folder; make a pack there with: gym author pack DIR")
    label = folder / LABEL
    if not label.exists():
        raise UsageError(f"{folder} is no pack, since it has no {LABEL}; make it one with: gym author pack {folder}")
    try:
        said = read_toml(label, PackFile)
    except ContentError as error:
        raise ContentError(f'{error} It says name = "acme" and title = "Katas of Acme".') from error
    return Pack(said.name, said.title, folder)


def pack_around(start: Path) -> Path | None:
    """The folder of the pack that `start` lies in, if any."""
    return next((folder for folder in (start, *start.parents) if (folder / LABEL).is_file()), None)


def pack_of_race(path: Path) -> Path | None:
    """The folder of the pack in which a file is a kata's race, as tests/races/NN-slug/race_*.py; None for any other file."""
    above = path.parents
    if len(above) > 3 and (above[2].name, above[1].name) == ("tests", "races") and (above[3] / LABEL).is_file():
        return above[3]
    return None


def make_pack(folder: Path, name: str | None = None, title: str | None = None) -> Pack:
    """A new pack in `folder`, which is made when it is not there. Raises UsageError.

    Its name is that of the folder, and its title made of that, where they are not said.
    """
    folder = folder.resolve()
    label = folder / LABEL
    if os.path.lexists(label):
        raise UsageError(f"{label} is there already; nothing was changed.")
    chosen = re.sub(r"[^a-z0-9]+", "-", folder.name.lower()).strip("-") if name is None else name
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", chosen) is None:
        raise UsageError(f"{chosen!r}: a pack's name is small letters, digits and dashes; choose one, as in --name acme.")
    titled = " ".join((title or f"Katas of {chosen.replace('-', ' ').capitalize()}").split())
    said = "".join(
        f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in (("name", chosen), ("title", titled))
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with label.open("x", encoding="utf-8", newline="\n") as file:
            file.write(said)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(f"{folder}: cannot make a pack here ({reason}).") from error
    return Pack(chosen, titled, folder)
