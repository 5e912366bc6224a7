"""All katas of one content place, and finding one by what a person types."""

from __future__ import annotations

import difflib
import re

from gym.curriculum.kata import Kata
from gym.curriculum.place import ContentPlace
from gym.curriculum.reading import read_kata
from gym.errors import ContentError, UsageError

_KATA_FOLDER = re.compile(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*")


class Catalogue:
    """The katas of a content place. There is no index: a folder is a kata, and its name is the kata's id."""

    def __init__(self, place: ContentPlace) -> None:
        self.place = place

    def ids(self) -> tuple[str, ...]:
        """All kata ids, by number. Raises ContentError when there is none."""
        found = (path.parent.name for path in self.place.exercises.glob("*/exercise.toml"))
        ids = tuple(sorted(name for name in found if _KATA_FOLDER.fullmatch(name)))
        if not ids:
            raise ContentError(f"{self.place.exercises}: no folder here holds a kata.")
        return ids

    def all(self) -> tuple[Kata, ...]:
        """Every kata, by number. Raises ContentError at the first that is wrong."""
        return tuple(read_kata(self.place, kata_id) for kata_id in self.ids())

    def find(self, name: str) -> Kata:
        """The kata that `name` means. Raises UsageError when none or several do."""
        return read_kata(self.place, self.resolve(name))

    def resolve(self, name: str) -> str:
        """The id that `name` means: the id, its number, a part that only one kata has, or a check of it."""
        wanted = name.strip().lower().partition("#")[0].rstrip("/")
        ids = self.ids()
        if wanted in ids:
            return wanted
        fits = _fits(wanted, ids)
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise UsageError(f"{name!r} may mean {_either(fits)}; write more of its name.")
        raise UsageError(f"there is no kata {name!r}{_nearest(wanted, ids)}. See them all: gym list")


def _fits(wanted: str, ids: tuple[str, ...]) -> list[str]:
    if not wanted:
        return []
    if wanted.isdigit() and len(wanted) <= 2:
        return [each for each in ids if each.startswith(f"{int(wanted):02d}-")]
    return [each for each in ids if each.startswith(wanted)] or [each for each in ids if wanted in each]


def _either(ids: list[str]) -> str:
    return f"{', '.join(ids[:-1])} or {ids[-1]}"


def _nearest(wanted: str, ids: tuple[str, ...]) -> str:
    """The near name, if any, as the end of a sentence; compared also without the number, and word by word."""
    words = {word: each for each in ids for word in each.split("-")[1:]}
    names = words | {each: each for each in ids} | {each.partition("-")[2]: each for each in ids}
    bare = wanted.partition("-")[2] if wanted[:2].isdigit() else wanted
    close = difflib.get_close_matches(wanted, names, n=1) or difflib.get_close_matches(bare, names, n=1)
    return f"; the nearest is {names[close[0]]}" if close else ""
