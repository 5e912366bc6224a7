"""The content's TOML files, typed: what each may say, and errors that name file and key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec

from gym.errors import ContentError

Slug = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
KataId = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{2}-[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$")]
ReadyMade = Annotated[str, msgspec.Meta(pattern=r"^[a-z_][a-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)+$")]
Sentence = Annotated[str, msgspec.Meta(min_length=1, max_length=300)]
FileName = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+\.[a-z]+$")]
Module = Annotated[str, msgspec.Meta(pattern=r"^[a-z_][a-z0-9_]*\.py$")]


class FaultEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One `[[faults]]` table of an exercise.toml."""

    id: Slug
    says: Sentence


class ProveEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The `[prove]` table of an exercise.toml: what `gym prove` asks for."""

    promise: Sentence
    catches: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    hint: Sentence
    scaffold: Annotated[str, msgspec.Meta(min_length=1)]


class ExerciseFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise.toml."""

    title: Sentence
    summary: Sentence
    shapes: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    level: Annotated[int, msgspec.Meta(ge=1, le=4)]
    minutes: Annotated[int, msgspec.Meta(ge=1, le=240)]
    entry: Module
    files: Annotated[tuple[Module, ...], msgspec.Meta(min_length=1)]
    tests: Module
    faults: Annotated[tuple[FaultEntry, ...], msgspec.Meta(min_length=1)]
    given: tuple[FileName, ...] = ()
    prerequisites: tuple[KataId, ...] = ()
    prove: ProveEntry | None = None
    order: int = 0
    """Among the parts of a ladder."""
    refuses: tuple[ReadyMade, ...] = ()


class NearMissEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a near_misses.toml."""

    kills: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    claims: dict[Slug, str] = {}


T = TypeVar("T")


def read_text(path: Path) -> str:
    """A content file's text. Raises ContentError when it is missing or is not UTF-8."""
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ContentError(f"{path}: this file is missing.") from error
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: not UTF-8 text (byte {error.start}).") from error
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({error.strerror or error}).") from error


def read_toml(path: Path, shape: type[T]) -> T:
    """A TOML file as `shape`. Raises ContentError with the file and the key or line that is wrong."""
    try:
        return msgspec.convert(tomllib.loads(read_text(path)), shape)
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{path}: not valid TOML: {error}.") from error
    except msgspec.ValidationError as error:
        raise ContentError(f"{path}: {error}.") from error
