"""Tier A: bubblewrap's namespaces, then seccomp and limits inside. Needs `bwrap` on the path and user namespaces."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from gym.errors import JudgeError
from gym.judge.sandbox import SUBJECT_FOLDER
from gym.judge.sandboxes.confined import FLAGS, Confined, plan
from gym.judge.sandboxes.interpreter import DATA, Interpreter, survey

_HOME, _RUNTIME = Path("/python"), Path("/subject")
"""Where the interpreter and the runtime are seen: no path of the machine tells who runs the gym, or where."""

_ISOLATION = (
    "--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL",
    "--uid", "65534", "--gid", "65534", "--hostname", "subject",
)  # fmt: skip
_SMALL, _ROOM = 4096, 16 << 20
"""Bytes of an empty folder, and of /tmp."""

_DEVICES = ("/dev/null", "/dev/urandom")


@dataclass(frozen=True, slots=True)
class Bubble:
    """Starts the subject's runtime in namespaces of its own, for katas: it has no libraries, and cannot fork.

    There is no /proc in it: its mounts would tell where on the machine they come from.
    bubblewrap ends with the thread that started it, so start subjects from a thread that stays.
    `program` is the file of gym/subject that is run, `version` the release that `python` is.
    """

    python: str = sys.executable
    version: tuple[int, int] = sys.version_info[:2]
    program: str = "boot.py"

    @property
    def tier(self) -> str:
        """Its name in the ladder."""
        return "A"

    def start(self) -> subprocess.Popen[bytes]:
        """Raises JudgeError where bubblewrap is not installed, or the interpreter cannot be asked or started."""
        bwrap = shutil.which("bwrap")
        if bwrap is None:
            raise JudgeError("bubblewrap is not installed (there is no bwrap on the path)")
        interpreter = survey(self.python)
        heard, said = os.pipe()
        arguments = os.memfd_create("arguments")
        words = [*_isolation(bwrap), *_files(interpreter)]
        os.write(arguments, b"".join(os.fsencode(word) + b"\0" for word in words))
        os.lseek(arguments, 0, os.SEEK_SET)
        inside = [str(_place(interpreter, interpreter.program)), *FLAGS, str(_RUNTIME / "launch.py")]
        command = [bwrap, "--args", str(arguments), "--", *inside, plan(self.program, said, None)]
        return Confined(command, (heard, said), self.tier, extra=(arguments,), forks=True)


@functools.lru_cache(maxsize=4)
def _isolation(bwrap: str) -> tuple[str, ...]:
    told = subprocess.run([bwrap, "--help"], capture_output=True, text=True, check=False)
    return (*_ISOLATION, "--disable-userns") if "--disable-userns" in told.stdout + told.stderr else _ISOLATION


def _files(interpreter: Interpreter) -> Iterator[str]:
    """All that there is to be seen, as arguments."""
    yield from ("--ro-bind", str(interpreter.program), str(_place(interpreter, interpreter.program)))
    for place in _outermost(interpreter.places):
        yield from ("--ro-bind", str(place), str(_place(interpreter, place)))
        for foreign in ("site-packages", "dist-packages"):
            if (place / foreign).is_dir():
                yield from _empty(str(_place(interpreter, place) / foreign), _SMALL)
    folder = _library_folder(interpreter)
    for library in interpreter.libraries:
        at = library if library.name.startswith("ld-") else folder / library.name
        yield from ("--ro-bind", str(library), str(at))
    for data in DATA:
        yield from ("--ro-bind-try", data, data)
    for device in _DEVICES:
        yield from ("--dev-bind", device, device)
    yield from ("--ro-bind", str(SUBJECT_FOLDER), str(_RUNTIME))
    yield from ("--size", str(_ROOM), "--tmpfs", "/tmp")
    yield from ("--remount-ro", "/", "--chdir", str(_RUNTIME))


def _empty(folder: str, size: int) -> Iterator[str]:
    yield from ("--size", str(size), "--tmpfs", folder, "--remount-ro", folder)


def _outermost(places: tuple[Path, ...]) -> list[Path]:
    return [place for place in places if not any(place.is_relative_to(other) and place != other for other in places)]


def _place(interpreter: Interpreter, path: Path) -> Path:
    """Where a file of the interpreter's is seen: as far below its prefix as it is, which is how it finds its library."""
    if path.is_relative_to(interpreter.prefix):
        return _HOME / path.relative_to(interpreter.prefix)
    return _HOME / "bin" / path.name


def _library_folder(interpreter: Interpreter) -> Path:
    """A folder that the loader searches by itself: the one of the C library."""
    found = [library.parent for library in interpreter.libraries if library.name.startswith(("libc.", "ld-musl"))]
    return found[0] if found else Path("/usr/lib")
