"""The CPythons of this machine that the subject must run on."""

from __future__ import annotations

import functools
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

MINORS = (11, 12, 13)

_PROBE = (
    "import json, platform, sys, sysconfig; print(json.dumps([list(sys.version_info[:3]),"
    " platform.python_implementation(), bool(sysconfig.get_config_var('Py_GIL_DISABLED'))]))"
)


@dataclass(frozen=True, slots=True)
class Interpreter:
    """One executable and the version it runs."""

    path: str
    version: tuple[int, int, int]

    def __str__(self) -> str:
        return ".".join(map(str, self.version))


@functools.cache
def interpreters() -> tuple[Interpreter, ...]:
    """Every CPython 3.11 to 3.13 that runs tests now, is on PATH or belongs to pyenv; one for each exact version."""
    found: dict[tuple[int, int, int], Interpreter] = {}
    for path in dict.fromkeys(_candidates()):
        version = _version(path)
        if version is not None and version[0] == 3 and version[1] in MINORS:
            found.setdefault(version, Interpreter(path, version))
    return tuple(found[version] for version in sorted(found))


def missing() -> list[str]:
    """The minor versions of which no interpreter was found."""
    minors = {interpreter.version[1] for interpreter in interpreters()}
    return [f"3.{minor}" for minor in MINORS if minor not in minors]


def newest_of(minor: int) -> Interpreter | None:
    """The newest patch of a minor version, or None."""
    fitting = [found for found in interpreters() if found.version[1] == minor]
    return fitting[-1] if fitting else None


def _candidates() -> list[str]:
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    names = [f"python3.{minor}" for minor in MINORS]
    on_path = [
        found
        for folder in os.environ.get("PATH", "").split(os.pathsep)
        for name in names
        if (found := shutil.which(name, path=folder)) is not None and "shims" not in Path(found).parts
    ]
    return [sys.executable, *map(str, sorted(pyenv.glob("versions/3.1[123]*/bin/python"))), *on_path]


def _version(path: str) -> tuple[int, int, int] | None:
    try:
        done = subprocess.run([path, "-I", "-S", "-c", _PROBE], capture_output=True, timeout=20, check=True)
        version, implementation, free_threaded = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None
    return tuple(version) if implementation == "CPython" and not free_threaded else None
