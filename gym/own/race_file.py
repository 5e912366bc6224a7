"""A file of somebody's own races: reading it, choosing among its races, and what the judge needs to know of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gym.errors import ContentError, UsageError
from gym.judge.attempt import NearMissLike
from gym.judge.races import load_races
from gym.own.subject import OwnSubject
from gym.race import Race

_NOT_IN_IDS = re.compile(r"[\s:#~']+")
"""What a check's id, and so a token, cannot hold."""


@dataclass(frozen=True, slots=True)
class RaceFile:
    """A race file and the subject it is run on, in the shape in which the judge takes a kata."""

    id: str
    folder: Path
    entry: str
    files: tuple[str, ...]
    races: tuple[Path, ...]
    given: tuple[str, ...] = ()
    near_misses: tuple[NearMissLike, ...] = ()
    refuses: tuple[str, ...] = ()


def race_file(path: Path, subject: OwnSubject) -> RaceFile:
    """The file's races for a subject. `path` is absolute."""
    return RaceFile(race_id(path), path.parent, subject.entry, tuple(subject.files), (path,))


def race_id(path: Path) -> str:
    """The first part of its races' ids and tokens: the file's name without its ending."""
    return _NOT_IN_IDS.sub("-", path.stem)


def read_races(given: Path, folder: Path, subject: OwnSubject | None = None) -> tuple[Path, tuple[Race, ...]]:
    """The file's absolute path, and its races. Raises UsageError with what is wrong, at which line."""
    path = (folder / given).resolve()
    if path.is_dir():
        inside = sorted(each.name for each in path.glob("race_*.py"))
        raise UsageError(f"{given} is a folder; name one race file" + (f" in it: {', '.join(inside)}" if inside else ""))
    if not path.exists():
        raise UsageError(f"there is no race file {given}")
    if path.suffix != ".py":
        raise UsageError(f"{given} is not a Python file: its name does not end in .py")
    if str(path.parent) not in sys.path:
        # Last, so that what lies beside the races hides nothing; for good, because a race may import when it runs.
        sys.path.append(str(path.parent))
    try:
        return path, load_races([path])
    except ContentError as error:
        raise UsageError(f"{error}{_advice(error, subject)}") from error


def _advice(error: ContentError, subject: OwnSubject | None) -> str:
    """What to do about a mistake that is easily made."""
    missing = error.__cause__.name if isinstance(error.__cause__, ModuleNotFoundError) else None
    if subject is not None and (missing or "").partition(".")[0] == subject.entry.partition(".")[0]:
        return "; a race runs apart from your code: it reaches it by name, as world.subject(NAME) or world.function(NAME)"
    if str(error).startswith("there is no race in"):
        return "; a race is a function below @race(...), from gym.race"
    return ""


def choose(races: Sequence[Race], only: Sequence[str]) -> list[str]:
    """The names of the races that are meant: by their whole name, or else by any part of it. Raises UsageError."""
    chosen: list[str] = []
    names = [race.name for race in races]
    for wanted in only:
        part = wanted.replace("_", "-")
        found = [name for name in names if name == part] or [name for name in names if part and part in name]
        if not found:
            raise UsageError(f"--only {wanted}: there is no such race; there are: {', '.join(names)}")
        chosen += found
    return [name for name in names if name in chosen] if only else names
