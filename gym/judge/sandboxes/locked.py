"""Tier B: Landlock, seccomp and limits, which a process asks for itself. Needs Linux 6.2 and no package."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass

from gym.errors import JudgeError
from gym.judge.sandbox import SUBJECT_FOLDER
from gym.judge.sandboxes.confined import FLAGS, Confined, plan
from gym.judge.sandboxes.interpreter import DATA, survey


@dataclass(frozen=True, slots=True)
class Locked:
    """Starts the subject's runtime behind Landlock, for katas: it has no libraries, and cannot fork.

    Not covered: whether a file of a certain name exists (stat), and its owner, size and times.
    `program` is the file of gym/subject that is run, `version` the release that `python` is.
    """

    python: str = sys.executable
    version: tuple[int, int] = sys.version_info[:2]
    program: str = "boot.py"

    @property
    def tier(self) -> str:
        """Its name in the ladder."""
        return "B"

    def start(self) -> subprocess.Popen[bytes]:
        """Raises JudgeError where the interpreter cannot be asked or started."""
        if sys.platform != "linux":
            raise JudgeError("Landlock is part of Linux alone")
        interpreter = survey(self.python)
        heard, said = os.pipe()
        readable = [str(path) for path in (interpreter.program, *interpreter.libraries)]
        told = plan(self.program, said, [*readable, *DATA])
        command = [str(interpreter.program), *FLAGS, str(SUBJECT_FOLDER / "launch.py"), told]
        return Confined(command, (heard, said), self.tier)
