"""Packs: katas of one's own in a folder outside the gym, with a `pack.toml` that gives them a name in common."""

from __future__ import annotations

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
        raise UsageError(f"{folder}: there is no such folder; make a pack with: gym author pack DIR")
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
