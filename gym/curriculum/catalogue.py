"""All katas of a content place and of packs beside it, and finding one by what a person types."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gym.curriculum.kata import Kata
from gym.curriculum.ladder import LADDER_FILE, Ladder, ladder_of, read_ladder
from gym.curriculum.place import ContentPlace
from gym.curriculum.reading import read_kata
from gym.curriculum.schema import ExerciseFile, read_toml
from gym.errors import ContentError, UsageError

_PART_FOLDER = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KATA_FOLDER = re.compile(r"[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*")


def folders_of(place: ContentPlace) -> tuple[str, ...]:
    """The names of the folders that hold a kata, by number; `10-polyfill-kata/debounce` for a part of a ladder."""
    found = sorted(path.name for path in place.exercises.glob("*") if _KATA_FOLDER.fullmatch(path.name))
    return tuple(name for folder in found for name in _katas_in(place, folder))


def _katas_in(place: ContentPlace, folder: str) -> Iterator[str]:
    """The kata that a folder is, or the parts of the ladder that it is, in their order."""
    if (place.exercises / folder / "exercise.toml").is_file():
        yield folder
    elif (place.exercises / folder / LADDER_FILE).is_file():
        parts = (path.parent for path in (place.exercises / folder).glob("*/exercise.toml"))
        named = sorted((_order(part), part.name) for part in parts if _PART_FOLDER.fullmatch(part.name))
        yield from (f"{folder}/{name}" for _order, name in named)


def _order(part: Path) -> int:
    """A part that cannot be read is told of when it is wanted."""
    try:
        return read_toml(part / "exercise.toml", ExerciseFile).order
    except ContentError:
        return 0


class Catalogue:
    """The katas of a content place, and after them those of packs.

    There is no index: a folder is a kata, and its name is the kata's id, in a pack with the pack's name before it. A
    ladder is a folder of such folders, its parts; each of them is a kata.
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

    def ladder(self, ladder_id: str) -> Ladder:
        """The ladder of that id. Raises ContentError."""
        place, folder = self._place_of(ladder_id)
        return read_ladder(place, folder, [each for each in self.ids() if ladder_of(each) == ladder_id])

    def members(self, name: str) -> tuple[Kata, ...]:
        """The parts of the ladder that `name` means, or the one kata. Raises UsageError when nothing or several fit."""
        return tuple(map(self._read, self._fitting(name)))

    def find(self, name: str) -> Kata:
        """The kata that `name` means. Raises UsageError when none or several do."""
        return self._read(self.resolve(name))

    def _read(self, kata_id: str) -> Kata:
        return read_kata(*self._place_of(kata_id))

    def _place_of(self, an_id: str) -> tuple[ContentPlace, str]:
        """Where a kata or a ladder is, and what its folders are called."""
        pack, _colon, folder = an_id.rpartition(":")
        return next(each for each in (self.place, *self.packs) if each.pack == (pack or None)), folder

    def resolve(self, name: str) -> str:
        """The id that `name` means: the id, its number, a bit that only one kata has, or a check of it.

        The place's own katas go before those of packs; `acme:01` is looked for in that pack only. Raises UsageError, also
        for a ladder as a whole.
        """
        found = self._fitting(name)
        if len(found) > 1:
            ladder = ladder_of(found[0])
            raise UsageError(f"{ladder} has {len(found)} parts; name one, as {found[0]}. See them: gym list {ladder}")
        return found[0]

    def _fitting(self, name: str) -> list[str]:
        """The id that `name` means, or those of the parts of the ladder that it means."""
        wanted = name.strip().lower().partition("#")[0].rstrip("/")
        ids = self.ids()
        if wanted in ids:
            return [wanted]
        pack, colon, bare = wanted.rpartition(":")
        if colon and pack not in [place.pack for place in (self.place, *self.packs)]:
            raise UsageError(f"there is no pack {pack!r} in this workspace; name its folder: gym start {name} --pack DIR")
        for group in (self._own(), self._packed()):
            fits = _fits(bare, [each for each in group if not colon or each.startswith(f"{pack}:")])
            if len(fits) == 1 or _is_ladder(bare, fits):
                return fits
            if fits:
                raise UsageError(f"{name!r} may mean {_either(fits)}; write more of its name.")
        raise UsageError(f"there is no kata {name!r}{_nearest(wanted, ids)}. See them all: gym list")


def _is_ladder(wanted: str, fits: Sequence[str]) -> bool:
    """Whether these are parts of one ladder, and it is the ladder that is called so."""
    ladder = ladder_of(fits[0]) if fits else None
    return ladder is not None and all(ladder_of(each) == ladder for each in fits) and bool(_fits(wanted, [ladder]))


def _fits(wanted: str, ids: Sequence[str]) -> list[str]:
    ladder, slash, part = wanted.partition("/")
    if slash:
        inside = [each for each in ids if (ladder_of(each) or "") in _fits(ladder, [ladder_of(each) or ""])]
        return [each for each in inside if each.partition("/")[2].startswith(part)]
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
    words = {word: each for each in ids for word in re.split("[-/]", _bare(each))[1:]}
    parts = {each.partition("/")[2]: each for each in ids if "/" in each}
    names = words | parts | {each: each for each in ids} | {each.partition("-")[2]: each for each in ids}
    bare = wanted.rpartition(":")[2]
    bare = bare.partition("-")[2] if bare[:2].isdigit() else bare
    close = difflib.get_close_matches(wanted, names, n=1) or difflib.get_close_matches(bare, names, n=1)
    return f"; the nearest is {names[close[0]]}" if close else ""
