"""What an interpreter needs of the file system to run the standard library: to show a subject that and nothing else."""

from __future__ import annotations

import functools
import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from gym.errors import JudgeError

_SURVEY = r"""
import ctypes, glob, json, os, sys
for place in sys.path:
    for module in glob.glob(os.path.join(glob.escape(place), "*.so")):
        try:
            ctypes.CDLL(module, os.RTLD_LAZY)
        except OSError:
            pass
class Info(ctypes.Structure):
    _fields_ = (("address", ctypes.c_void_p), ("name", ctypes.c_char_p))
found = []
@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(Info), ctypes.c_size_t, ctypes.c_void_p)
def note(info, size, data):
    found.append(os.fsdecode(info.contents.name or b""))
    return 0
ctypes.CDLL(None).dl_iterate_phdr(note, None)
print(json.dumps([sys.base_prefix, [place for place in sys.path if os.path.exists(place)], found]))
"""
"""Loads every extension module's libraries, without running any, and asks the C library under which names they came."""

_TIMEOUT_S = 30
DATA = ("/usr/share/zoneinfo", "/usr/lib/locale/C.utf8")
"""What the standard library reads beside its own files, where it is there."""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """The program itself, the prefix it was built for, where it imports from, and the shared libraries of all that."""

    program: Path
    prefix: Path
    places: tuple[Path, ...]
    libraries: tuple[Path, ...]


@functools.lru_cache(maxsize=16)
def survey(python: str) -> Interpreter:
    """Ask an interpreter, past a virtual environment's link to it. Raises JudgeError where it does not answer."""
    program = os.path.realpath(python)
    try:
        told = subprocess.run(
            [program, "-I", "-S", "-B", "-c", _SURVEY], capture_output=True, timeout=_TIMEOUT_S, check=True, env={}
        ).stdout
        prefix, places, names = json.loads(told)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise JudgeError(f"{python} cannot be asked for its files: {error}") from None
    modules = tuple(Path(place) for place in places)
    shared = {Path(name) for name in names if name.startswith("/")} - {Path(program)}
    libraries = [path for path in shared if not any(path.is_relative_to(place) for place in modules)]
    return Interpreter(Path(program), Path(prefix), modules, tuple(sorted(libraries)))
