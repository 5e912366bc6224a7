"""How a subject process is started. Each tier of the ladder is one class behind `Sandbox`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

SUBJECT_FOLDER = Path(__file__).parent.parent / "subject"


class Sandbox(Protocol):
    """Starts the subject's runtime with standard input and output as pipes, and nothing else of ours."""

    @property
    def tier(self) -> str: ...

    def start(self) -> subprocess.Popen[bytes]: ...


@dataclass(frozen=True, slots=True)
class Bare:
    """Tier F: resource limits only, set by the subject on itself. Fine for practice, not for grading strangers.

    The flags are those of `-I` one by one: `-I` would also ignore PYTHONHASHSEED, and with random hashes no two runs
    would iterate a set of strings alike. The environment holds nothing else, unless it is inherited: then all of ours but
    what Python and pytest read.

    `libraries` are folders (as `pip install --target` makes them) that the subject may import from, after the standard
    library: for races on one's own code, never for katas. Each schedule then runs in a fork, some milliseconds dearer.
    `folder` is where the subject's relative paths begin, so that code finds what lies beside it; `version` is the release
    that `python` is, `program` the file of gym/subject that is run.
    """

    python: str = sys.executable
    libraries: Sequence[Path] = ()
    folder: Path = SUBJECT_FOLDER
    version: tuple[int, int] = sys.version_info[:2]
    inherit: bool = False
    program: str = "boot.py"

    @property
    def tier(self) -> str:
        """Its name in the ladder."""
        return "F"

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self.python, "-s", "-S", "-P", "-B", str(SUBJECT_FOLDER / self.program), *self._library_folders()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**self._inherited(), "PYTHONHASHSEED": "0"},
            cwd=self.folder,
            bufsize=0,
            start_new_session=True,
        )

    def _inherited(self) -> dict[str, str]:
        if not self.inherit:
            return {}
        return {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST"))}

    def _library_folders(self) -> list[str]:
        return [str(folder.resolve()) for folder in self.libraries]
