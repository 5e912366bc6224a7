"""How a subject process is started. Each tier of the ladder is one class behind `Sandbox`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Protocol

SUBJECT_FOLDER = Path(__file__).parent.parent / "subject"


class Sandbox(Protocol):
    """Starts the subject's runtime with standard input and output as pipes, and nothing else of ours."""

    tier: str

    def start(self) -> subprocess.Popen[bytes]: ...


class Bare:
    """Tier F: resource limits only, set by the subject on itself. Fine for practice, not for grading strangers.

    The flags are those of `-I` one by one: `-I` would also ignore PYTHONHASHSEED, and with random hashes no two runs
    would iterate a set of strings alike. The environment holds nothing else.
    """

    tier = "F"

    def __init__(self, python: str = sys.executable) -> None:
        self._python = python

    def start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._python, "-s", "-S", "-P", "-B", str(SUBJECT_FOLDER / "boot.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PYTHONHASHSEED": "0"},
            cwd=SUBJECT_FOLDER,
            bufsize=0,
            start_new_session=True,
        )
