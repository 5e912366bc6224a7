"""All katas of a content place and of packs beside it, and finding one by what a person types."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from gym.curriculum.kata import Kata
from gym.curriculum.place import ContentPlace
from gym.curriculum.reading import read_kata
from gym.errors import ContentError, UsageError

_KATA_FOLDER = re.compile(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*")


def folders_of(place: ContentPlace) -> tuple[str, ...]:
    """The names of the folders that hold a kata, by number."""
    found = (path.parent.name for path in place.exercises.glob("*/exercise.toml"))
    return tuple(sorted(name for name in found if _KATA_FOLDER.fullmatch(name)))


class Catalogue:
    """The katas of a content place, and after them those of packs.

    There is no index: a folder is a kata, and its name is the kata's id, in a pack with the pack's name before it.
    """

    def __init__(self, place: ContentPlace, packs: Sequence[ContentPlace] = ()) -> None:
        self.place = place
        self.packs = tuple(packs)

    def ids(self) -> tuple[str, ...]:
        """All kata ids, by pack and number. Raises ContentError when there is none."""
        return (*self._own(), *self._packed())

    def _own(self) -> tuple[str, ...]:
        ids = tuple(map(self.place.kata_id, folders_of(self.place)))
        if not ids:
            raise ContentError(f"{self.place.exercises}: no folder here holds a kata.")
        return ids

    def _packed(self) -> tuple[str, ...]:
        return tuple(place.kata_id(name) for place in self.packs for name in folders_of(place))

    def all(self) -> tuple[Kata, ...]:
        """Every kata, by number. Raises ContentError at the first that is wrong."""
        return tuple(self._read(kata_id) for kata_id in self.ids())

    def find(self, name: str) -> Kata:
        """The kata that `name` means. Raises UsageError when none or several do."""
        return self._read(self.resolve(name))

    def _read(self, kata_id: str) -> Kata:
        pack, _colon, folder = kata_id.rpartition(":")
        place = next(each for each in (self.place, *self.packs) if each.pack == (pack or None))
        return read_kata(place, folder)

    def resolve(self, name: str) -> str:
        """The id that `name` means: the id, its number, a part that only one kata has, or a check of it.

        The place's own katas go before those of packs; `acme:01` is looked for in that pack only.
        """
        wanted = name.strip().lower().partition("#")[0].rstrip("/")
        ids = self.ids()
        if wanted in ids:
            return wanted
        pack, colon, bare = wanted.rpartition(":")
        if colon and pack not in [place.pack for place in (self.place, *self.packs)]:
            raise UsageError(f"there is no pack {pack!r} in this workspace; name its folder: gym start {name} --pack DIR")
        for group in (self._own(), self._packed()):
            fits = _fits(bare, [each for each in group if not colon or each.startswith(f"{pack}:")])
            if len(fits) == 1:
                return fits[0]
            if fits:
                raise UsageError(f"{name!r} may mean {_either(fits)}; write more of its name.")
        raise UsageError(f"there is no kata {name!r}{_nearest(wanted, ids)}. See them all: gym list")


def _fits(wanted: str, ids: Sequence[str]) -> list[str]:
    if not wanted:
        return []
    if wanted.isdigit() and len(wanted) <= 2:
        return [each for each in ids if _bare(each).startswith(f"{int(wanted):02d}-")]
    return [each for each in ids if _bare(each).startswith(wanted)] or [each for each in ids if wanted in _bare(each)]


def _bare(kata_id: str) -> str:
    """The id without its pack."""
    return kata_id.rpartition(":")[2]


def _either(ids: list[str]) -> str:
    return f"{', '.join(ids[:-1])} or {ids[-1]}"


def _nearest(wanted: str, ids: tuple[str, ...]) -> str:
    """The near name, if any, as the end of a sentence; compared also without the number, and word by word."""
    words = {word: each for each in ids for word in _bare(each).split("-")[1:]}
    names = words | {each: each for each in ids} | {each.partition("-")[2]: each for each in ids}
    bare = wanted.rpartition(":")[2]
    bare = bare.partition("-")[2] if bare[:2].isdigit() else bare
    close = difflib.get_close_matches(wanted, names, n=1) or difflib.get_close_matches(bare, names, n=1)
    return f"; the nearest is {names[close[0]]}" if close else ""
