"""The files of one attempt, read once: what is judged cannot change under the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gym.errors import SubjectError

MAX_FILE_BYTES = 400_000


class NearMissLike(Protocol):
    """What recognising a wrong fix needs of it."""

    @property
    def slug(self) -> str: ...

    @property
    def kills(self) -> tuple[str, ...]: ...

    @property
    def claims(self) -> Mapping[str, str]: ...


class KataLike(Protocol):
    """What judging needs of a kata. The curriculum brings the whole of it."""

    @property
    def id(self) -> str: ...

    @property
    def folder(self) -> Path: ...

    @property
    def entry(self) -> str: ...

    @property
    def files(self) -> tuple[str, ...]: ...

    @property
    def given(self) -> tuple[str, ...]: ...

    @property
    def races(self) -> tuple[Path, ...]: ...

    @property
    def near_misses(self) -> tuple[NearMissLike, ...]: ...

    @property
    def refuses(self) -> tuple[str, ...]:
        """The ready-made forms of what is to be built."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Where the learner's files come from: a folder, or single files by name."""

    paths: Mapping[str, Path]
    folder: Path | None = None

    @classmethod
    def from_folder(cls, folder: Path) -> Attempt:
        """The files of a kata's folder in a workspace."""
        return cls({}, folder)

    @classmethod
    def from_file(cls, kata: KataLike, path: Path) -> Attempt:
        """One file in place of the kata's entry module; the kata's other files as they were handed out."""
        return cls({kata.entry: path})

    @classmethod
    def from_paths(cls, paths: Mapping[str, Path]) -> Attempt:
        """Files by name; the kata's other files as they were handed out."""
        return cls(dict(paths))

    def sources(self, kata: KataLike) -> dict[str, str]:
        """Each file's text by name, the entry first, then the learner's others, then what was given.

        What was given is read from the kata, never from the attempt. Raises SubjectError.
        """
        found: dict[str, str] = {}
        for name in sorted(kata.files, key=lambda each: each != kata.entry):
            path = self.paths.get(name)
            if path is None:
                path = (kata.folder if self.folder is None else self.folder) / name
            found[name] = read_source(path, name)
        return found | {name: read_source(kata.folder / name, name) for name in kata.given if name.endswith(".py")}


def read_source(path: Path, name: str) -> str:
    """A Python file as text with plain line ends. Raises SubjectError with what is wrong and what to do."""
    try:
        if path.is_dir():
            raise SubjectError(f"{name} is a folder; a Python file is expected there")
        data = path.read_bytes()
    except FileNotFoundError:
        raise SubjectError(f"{name} is not there; put it back, or start over with `gym start`") from None
    except OSError as error:
        raise SubjectError(f"{name} cannot be read: {error.strerror or error}") from None
    if len(data) > MAX_FILE_BYTES:
        raise SubjectError(f"{name} has {len(data):,} bytes; more than {MAX_FILE_BYTES:,} are not judged")
    if b"\0" in data:
        raise SubjectError(f"{name} is not a text file: it holds a zero byte")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise SubjectError(f"{name}:{line} is not UTF-8 text; save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
