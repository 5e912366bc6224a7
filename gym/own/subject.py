"""Somebody's own code, found and ready to be judged."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gym.errors import UsageError
from gym.judge.attempt import Attempt
from gym.judge.sandbox import Bare
from gym.own.interpreter import chosen_python, survey

_PLACE = re.compile(r"(?<![\w./-])([\w./-]+\.py):(\d+)")


@dataclass(frozen=True, slots=True)
class OwnSubject:
    """The modules of one's own by file name, the one that races mean, and what runs them.

    `shown` maps the same file names to paths as seen from where the command was called.
    """

    given: str
    entry: str
    files: dict[str, Path]
    shown: dict[str, str]
    sandbox: Bare

    @property
    def attempt(self) -> Attempt:
        """The files, to be read when judging begins."""
        return Attempt.from_paths(self.files)

    def shown_in(self, message: str) -> str:
        """The message with the places that it names as they are seen from where the command was called."""
        return _PLACE.sub(lambda at: f"{self.shown.get(at[1], at[1])}:{at[2]}", message)


@dataclass(frozen=True, slots=True)
class OptionNames:
    """What the options are called where the subject is asked for. Without `python` there is none for the interpreter."""

    subject: str = "--subject"
    library: str = "--library"
    python: str | None = "--python"


GYM_RACE = OptionNames()


def find_subject(
    given: str,
    folder: Path,
    *,
    python: str | None = None,
    libraries: Sequence[Path] = (),
    paths: Sequence[Path] = (),
    options: OptionNames = GYM_RACE,
) -> OwnSubject:
    """Find a file or a dotted module as seen from a folder, everything of one's own that it imports, and its libraries.

    `paths` are folders that modules are looked for in ahead of all others. Raises UsageError.
    """
    folder = folder.resolve()
    if not given.strip():
        raise UsageError(f"{options.subject} is empty; name a Python file or a module")
    places = [_library_folder(folder, path, options) for path in libraries]
    executable = chosen_python(python, folder)
    found = survey(executable, given, folder, places, paths)
    if found.error is not None:
        raise UsageError(f"{options.subject} {given}: {found.error}")
    shown = {name: as_seen_from(folder, path) for name, path in found.files.items()}
    for module, file, line in found.missing:
        other = f", or the interpreter that has it with {options.python}" if options.python else ""
        raise UsageError(
            f"{shown.get(file, file)}:{line} imports {module}, which {executable} does not have; install it there, "
            f"name its folder with {options.library}{other}"
        )
    return OwnSubject(
        given=given,
        entry=found.entry,
        files={name: Path(path) for name, path in found.files.items()},
        shown=shown,
        sandbox=Bare(executable, [Path(path) for path in found.libraries], Path(found.root), found.version, inherit=True),
    )


def _library_folder(folder: Path, path: Path, options: OptionNames) -> Path:
    place = folder / path
    if not place.is_dir():
        reason = "this is no folder" if place.exists() else "there is no such folder"
        raise UsageError(f"{options.library} {path}: {reason}")
    return place.resolve()


def as_seen_from(folder: Path, path: str) -> str:
    """A path relative to the folder, or as it is where that would climb out of it."""
    relative = os.path.relpath(path, folder)
    return path if relative.startswith(os.pardir) else relative
