"""Which interpreter runs a subject, and what it has to say of one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from gym.errors import UsageError

_SURVEY = Path(__file__).parent / "survey"
_OLDEST = (3, 11)


class Survey(msgspec.Struct, frozen=True):
    """What the survey answered; its fields are told in gym/own/survey."""

    version: tuple[int, int]
    kind: str
    error: str | None = None
    entry: str = ""
    root: str = ""
    files: dict[str, str] = {}
    libraries: tuple[str, ...] = ()
    missing: tuple[tuple[str, str, int], ...] = ()


def chosen_python(named: str | None, folder: Path, environ: Mapping[str, str] = os.environ) -> str:
    """The interpreter that is named; else that of the active virtual environment; else of a `.venv` in the folder or above.

    Where there is none of these, it is the one that we run on. Raises UsageError when the named one is not there.
    """
    if named is not None:
        found = shutil.which(named if os.sep not in named else str(folder / named))
        if found is None:
            raise UsageError(f"--python {named}: there is no such program")
        return found
    active = environ.get("VIRTUAL_ENV")
    places = [Path(active)] if active else [above / ".venv" for above in (folder, *folder.parents)]
    for place in places:
        python = place / "bin" / "python"
        if (place / "pyvenv.cfg").is_file() and python.is_file():
            # One's own is told by its folder: the executables of all environments link to one file.
            return sys.executable if place.resolve() == Path(sys.prefix).resolve() else str(python)
    return sys.executable


def survey(python: str, subject: str, folder: Path, libraries: Sequence[Path], paths: Sequence[Path] = ()) -> Survey:
    """Ask an interpreter about a subject; `paths` are searched ahead of its own.

    Raises UsageError when it cannot be run, or is none that a subject can run on.
    """
    further = [*map(str, paths), *filter(None, [os.environ.get("PYTHONPATH")])]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(further)}
    query = {"subject": subject, "folder": str(folder), "libraries": [str(path) for path in libraries]}
    try:
        command = [python, str(_SURVEY), json.dumps(query)]
        done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environ, check=False)
    except OSError as error:
        raise UsageError(f"{python} cannot be run: {error.strerror or error}") from None
    try:
        answer = msgspec.json.decode(done.stdout, type=Survey)
    except msgspec.DecodeError:
        raise UsageError(f"{python} is no CPython of 3.11 or newer{_complaint(done.stderr)}") from None
    if answer.kind != "CPython" or answer.version < _OLDEST:
        found = f"{answer.kind} {answer.version[0]}.{answer.version[1]}"
        raise UsageError(f"{python} is {found}; CPython 3.11 or newer is needed, and --python names it")
    return answer


def _complaint(said: str) -> str:
    """What a program says that cannot answer: the first line, or the last one of a traceback."""
    lines = said.strip().splitlines()
    if not lines:
        return ""
    return f": {lines[-1] if lines[0].startswith(('Traceback', '  File')) else lines[0]}"
