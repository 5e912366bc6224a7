"""The learner's folder: a marker `.gym/` with what is remembered, and a folder for each kata begun."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from gym.curriculum import Kata
from gym.errors import ContentError, UsageError
from gym.progress.store import Store, open_store

MARKER = ".gym"

PYTEST_INI = """\
# For `python -m pytest` in a kata's folder.
[pytest]
asyncio_default_fixture_loop_scope = function
"""
# Where pytest looks for its settings. The first that is there hides the others.
_PYTEST_SETTINGS = ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg")


@dataclass(frozen=True, slots=True)
class Started:
    """What starting a kata did: the files written, and those that were there before and were left alone."""

    folder: Path
    written: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Workspace:
    """A workspace on disk; `root` holds the marker."""

    root: Path

    @classmethod
    def find(cls, start: Path) -> Workspace | None:
        """The workspace that `start` lies in, looking from it upward."""
        for folder in (start, *start.parents):
            if (folder / MARKER).is_dir():
                return cls(folder)
        return None

    @classmethod
    def make(cls, folder: Path) -> Workspace:
        """A new workspace in `folder`, which is made when it is not there. Raises UsageError.

        It gets settings for pytest, unless the folder is a project that may have its own.
        """
        outer = cls.find(folder.parent)
        if outer is not None:
            raise UsageError(f"{folder} lies inside the workspace {outer.root}; make a new one beside it.")
        try:
            (folder / MARKER).mkdir(parents=True, exist_ok=True)
            if not any((folder / name).exists() for name in _PYTEST_SETTINGS):
                (folder / "pytest.ini").write_text(PYTEST_INI, encoding="utf-8")
        except (FileExistsError, NotADirectoryError) as error:
            raise UsageError(f"{folder} is a file or lies below one; a workspace needs a folder.") from error
        except OSError as error:
            raise UsageError(f"{folder}: cannot make a workspace here ({reason_of(error)}).") from error
        return cls(folder)

    def open_store(self) -> Store:
        """What the workspace remembers. Raises UsageError."""
        return open_store(self.root / MARKER / "progress.db")

    def folder_of(self, kata_id: str) -> Path:
        """Where the learner's files of a kata are; those of a pack's in a folder of the pack's name."""
        return self.root / folder_name(kata_id)

    def has_begun(self, kata_id: str) -> bool:
        """Whether the kata's folder is here."""
        return self.folder_of(kata_id).is_dir()

    def start(self, kata: Kata) -> Started:
        """Hand out the kata's files; what is already there is the learner's and stays. Raises UsageError."""
        folder = self.folder_of(kata.id)
        written: list[str] = []
        left: list[str] = []
        try:
            folder.mkdir(exist_ok=True, parents=folder.parent != self.root)
            for name in kata.handed_out:
                (written if _copy_new(kata.folder / name, folder / name) else left).append(name)
        except OSError as error:
            raise UsageError(f"{folder}: cannot write the kata's files here ({reason_of(error)}).") from error
        return Started(folder, tuple(written), tuple(left))


def folder_name(kata_id: str) -> str:
    """`acme/01-queue` for `acme:01-queue`: a colon is no good in a folder's name."""
    return kata_id.replace(":", "/")


def _copy_new(source: Path, target: Path) -> bool:
    """Copy unless something of the target's name is there, in one step that cannot overwrite it."""
    try:
        content = source.read_bytes()
    except OSError as error:
        raise ContentError(f"{source}: cannot be read ({reason_of(error)}).") from error
    try:
        with target.open("xb") as file:
            file.write(content)
    except FileExistsError:
        return False
    return True


def hash_of(sources: Mapping[str, str]) -> str:
    """16 hex digits over the learner's files, texts by name."""
    digest = hashlib.sha256()
    for name, text in sorted(sources.items()):
        content = text.encode("utf-8", "surrogatepass")
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()[:16]


def reason_of(error: OSError) -> str:
    """What the system says, for the middle of a sentence."""
    return (error.strerror or str(error)).lower()
