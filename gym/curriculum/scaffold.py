"""Begins a kata: writes its three folders from the templates, whole, or not at all."""

from __future__ import annotations

import keyword
import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from gym.curriculum.audit import UNWRITTEN_RACE
from gym.curriculum.place import ContentPlace
from gym.errors import UsageError

TEMPLATES = Path(__file__).parent / "templates" / "kata"
SUFFIX = ".j2"
LONGEST = 50
_NAME = re.compile(r"(?:(?P<number>[0-9]{2})-)?(?P<slug>[a-z][a-z0-9]*(?:-[a-z0-9]+)*)")
_FOLDER = re.compile(r"(?P<number>[0-9]{2})-(?P<slug>.+)")
_TAKEN = frozenset({"ports", "fakes", "conftest", "pytest", *sys.stdlib_module_names, *keyword.kwlist})
"""Names that the entry module cannot have: beside it they would hide what others import."""


@dataclass(frozen=True, slots=True)
class Scaffold:
    """A kata that was begun: its id, its three folders, and the race to write first."""

    kata: str
    exercise: Path
    answers: Path
    races: Path
    race: Path

    @property
    def folders(self) -> tuple[Path, Path, Path]:
        """All three."""
        return self.exercise, self.answers, self.races


def begin_kata(place: ContentPlace, name: str) -> Scaffold:
    """Write the folders of a new kata called `name`, whose number may be left out. Raises UsageError.

    Each folder is written beside its place and moved there when it is whole, the exercise last: before that the kata is
    not one. Whatever ends it early takes back what it did.
    """
    folder = _folder_for(place, name)
    words = _words(folder[len("NN-") :])
    targets = {"races": place.races / folder, "solutions": place.solutions / folder, "exercises": place.exercises / folder}
    for target in targets.values():
        if os.path.lexists(target):
            raise UsageError(f"{target} is there already; choose another name, or take it away.")
    _write({targets[part]: _texts(TEMPLATES / part, words) for part in targets})
    race = targets["races"] / f"race_{words['module']}.py"
    return Scaffold(place.kata_id(folder), targets["exercises"], targets["solutions"], targets["races"], race)


def _folder_for(place: ContentPlace, name: str) -> str:
    """`07-shop-cart` for `shop-cart`, where 06 is the last. Raises UsageError for a name that cannot be had."""
    found = _NAME.fullmatch(name)
    if found is None or len(name) > LONGEST:
        raise UsageError(_unfit(name))
    taken = _taken(place)
    for number, slug in taken.items():
        if slug == found["slug"]:
            raise UsageError(f"{number}-{slug} is there already; choose another name than {slug}.")
    number = found["number"] or _next(sorted(taken))
    if number in taken:
        other = f"{number}-{taken[number]}"
        raise UsageError(f"the number {number} is that of {other}; without one the next is taken: {found['slug']}")
    return f"{number}-{found['slug']}"


def _taken(place: ContentPlace) -> dict[str, str]:
    """The slug of each number that is in use."""
    try:
        names = [path.name for path in place.exercises.iterdir()] if place.exercises.is_dir() else []
    except OSError as error:
        raise UsageError(f"{place.exercises}: cannot be read ({_reason(error)}).") from error
    found = (_FOLDER.fullmatch(name) for name in sorted(names))
    return {match["number"]: match["slug"] for match in found if match is not None}


def _next(taken: Sequence[str]) -> str:
    last = int(taken[-1]) if taken else 0
    if last < 99:
        return f"{last + 1:02d}"
    free = next((f"{number:02d}" for number in range(1, 100) if f"{number:02d}" not in taken), None)
    if free is None:
        raise UsageError("all numbers from 01 to 99 are in use here; begin another pack with: gym author pack DIR")
    return free


def _unfit(name: str) -> str:
    shape = f"a kata's name is small letters, digits and dashes, at most {LONGEST} of them, and begins with a letter"
    near = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST].strip("-")
    return f"{name!r}: {shape}, as in {near if _NAME.fullmatch(near) else 'shop-cart'}."


def _words(slug: str) -> dict[str, str]:
    """What the templates leave open."""
    module = slug.replace("-", "_")
    if module in _TAKEN or module.startswith(("test_", "race_")):
        module = f"{module}_service"
    return {
        "title": slug.replace("-", " ").capitalize(),
        "module": module,
        "cls": "".join(word.capitalize() for word in module.split("_")),
        "unwritten": UNWRITTEN_RACE,
    }


def _texts(folder: Path, words: Mapping[str, str]) -> dict[str, str]:
    """Each file's text by its path in the folder; `entry` in a name stands for the entry module."""
    return dict(_filled(folder, words))


def _filled(folder: Path, words: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    templates = Environment(loader=FileSystemLoader(folder), undefined=StrictUndefined, keep_trailing_newline=True)
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        relative = path.relative_to(folder).as_posix()
        name = re.sub(r"\bentry\b|(?<=_)entry\b", words["module"], relative)
        yield name.removesuffix(SUFFIX), templates.get_template(relative).render(words)


def _write(folders: Mapping[Path, Mapping[str, str]]) -> None:
    """Write all the folders in their order, or none. Raises UsageError."""
    drafts = {target: target.with_name(f".new-{target.name}-{os.getpid()}") for target in folders}
    made: list[Path] = []
    try:
        for target, texts in folders.items():
            made += _make_parents(target.parent)
            made.append(drafts[target])
            for name, text in texts.items():
                _write_file(drafts[target] / name, text)
        for target, draft in drafts.items():
            draft.rename(target)
            made.append(target)
    except BaseException as error:
        _take_back(made, drafts)
        if isinstance(error, OSError):
            place = error.filename or next(iter(folders)).parent
            raise UsageError(f"{place}: cannot be written ({_reason(error)}); nothing was made.") from error
        raise


def _write_file(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("x", encoding="utf-8", newline="\n") as file:
        file.write(text)


def _make_parents(folder: Path) -> list[Path]:
    """Make the folder, and tell which had to be made for it."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    return missing[::-1]


def _take_back(made: Sequence[Path], drafts: Mapping[Path, Path]) -> None:
    whole = {*drafts, *drafts.values()}
    for path in reversed(made):
        if path in whole:
            shutil.rmtree(path, ignore_errors=True)
            continue
        try:
            path.rmdir()
        except OSError:
            continue


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
