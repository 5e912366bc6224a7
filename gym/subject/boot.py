"""Start of the subject process: `python -s -S -P boot.py [FOLDER ...]`, with only PYTHONHASHSEED in the environment.

Standard input and output are the two pipes; they are moved away before any of the learner's code runs.
The folders hold libraries that the code may import beside the standard one; katas have none (see libraries.py).
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType

_MEMORY_BYTES = 1 << 30


def _load_package() -> ModuleType:
    """Import this folder as a package without putting it, or anything beside it, on the path."""
    here = os.path.dirname(os.path.abspath(__file__))
    spec = importlib.util.spec_from_file_location(
        "gym_subject", os.path.join(here, "__init__.py"), submodule_search_locations=[here]
    )
    assert spec is not None and spec.loader is not None
    package = importlib.util.module_from_spec(spec)
    sys.modules["gym_subject"] = package
    spec.loader.exec_module(package)
    return importlib.import_module("gym_subject.server")


def _take_pipes() -> tuple[int, int]:
    read_fd, write_fd = os.dup(0), os.dup(1)
    hush = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(hush, fd)
    return read_fd, write_fd


if __name__ == "__main__":
    pipes = _take_pipes()
    _load_package().serve(*pipes, memory_bytes=_MEMORY_BYTES, libraries=sys.argv[1:])
