"""A ladder: a kata in parts, each with a brief, a file, checks and progress of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import msgspec

from gym.curriculum.place import ContentPlace
from gym.curriculum.schema import Sentence, read_toml

LADDER_FILE = "ladder.toml"


class LadderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ladder.toml."""

    title: Sentence
    summary: Sentence


@dataclass(frozen=True, slots=True)
class Ladder:
    """One ladder; `parts` are the ids of its parts, in the order in which they are best done."""

    id: str
    title: str
    summary: str
    parts: tuple[str, ...]


def read_ladder(place: ContentPlace, name: str, parts: Iterable[str]) -> Ladder:
    """The ladder whose folder is called `name`. Raises ContentError that names the file."""
    said = read_toml(place.exercises / name / LADDER_FILE, LadderFile)
    return Ladder(place.kata_id(name), said.title, said.summary, tuple(parts))


def ladder_of(kata_id: str) -> str | None:
    """The id of the ladder that a kata is a part of: `10-polyfill-kata` of `10-polyfill-kata/debounce`."""
    ladder, slash, _part = kata_id.partition("/")
    return ladder if slash else None
