"""An attempt in a subject process, with asyncio as it is or with CPython's own faults mended."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from gym.judge.puppet import Puppet


class LoadedAttempt:
    """The files of one attempt on one puppet. Several checks share it, some of them with a mended asyncio.

    `version` is the release of CPython that the puppet runs.
    """

    def __init__(
        self, puppet: Puppet, files: Mapping[str, str], entry: str, version: tuple[int, int] = sys.version_info[:2]
    ) -> None:
        self.puppet = puppet
        self.files = dict(files)
        self.version = version
        self.entry = entry.removesuffix(".py")
        self.lines = {name: text.splitlines() for name, text in files.items()}
        self._corrected: bool | None = None

    def ensure(self, corrected: bool) -> tuple[str, int, str] | None:
        """Have it loaded that way. Returns (file, line, message) of a syntax error, None when there is none."""
        if self._corrected is corrected:
            return None
        problem = self.puppet.load(self.files, self.entry, corrected=corrected)
        self._corrected = corrected if problem is None else None
        return problem

    def forget(self) -> None:
        """Somebody else loaded the puppet in another way."""
        self._corrected = None


def syntax_sentence(problem: tuple[str, int, str]) -> str:
    """What is wrong with a file that cannot be compiled."""
    file, line, message = problem
    return f"{file}:{line} is not valid Python: {message}"
