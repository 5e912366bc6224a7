"""Confines the process and then runs a program of this folder in it: `python -s -S -P -B launch.py PLAN`.

The plan is JSON: `program` (a file of this folder), `ready` (a descriptor that hears one byte once all walls stand),
and `readable`: files and folders that Landlock lets through, or null where the file system holds nothing else anyway.
Whatever fails on the way ends the process before that byte, and nobody else's code has run.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import resource
import sys
from collections.abc import Iterator
from typing import Any

_HERE = os.path.dirname(os.path.abspath(__file__))
_FOREIGN = {"site-packages", "dist-packages", "__pycache__"}
_LIMITS = {"RLIMIT_NOFILE": 256, "RLIMIT_CORE": 0, "RLIMIT_MEMLOCK": 0, "RLIMIT_MSGQUEUE": 0}
"""Limits on top of those that the runtime sets on itself; on the count of processes there is none, root would ignore it."""


def _load_own(name: str) -> Any:
    """A module of this folder, without putting it, or anything beside it, on the path."""
    if "gym_subject" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "gym_subject", os.path.join(_HERE, "__init__.py"), submodule_search_locations=[_HERE]
        )
        assert spec is not None and spec.loader is not None
        sys.modules["gym_subject"] = importlib.util.module_from_spec(spec)
    return importlib.import_module(f"gym_subject.{name}")


def _standard_library() -> Iterator[str]:
    """What the interpreter imports from, child by child: a rule for the whole would cover site-packages in it."""
    for place in sys.path:
        if os.path.isdir(place):
            yield from (entry.path for entry in os.scandir(place) if entry.name not in _FOREIGN)
            yield os.path.join(place, "__pycache__")
        elif os.path.isfile(place):
            yield place


def _confine(readable: list[str] | None) -> None:
    for name, most in _LIMITS.items():
        kind = getattr(resource, name, None)
        if kind is not None:
            hard = resource.getrlimit(kind)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, most))
    seccomp = _load_own("seccomp")
    seccomp.forgo_privileges()
    if readable is not None:
        landlock = _load_own("landlock")
        landlock.restrict([_HERE, *_standard_library(), *readable], [os.devnull])
        landlock.drop_capabilities()
    seccomp.install()


def _forget() -> None:
    """Unload what only the walls needed: a first import of ctypes is something that the fences see and refuse."""
    for name in [name for name in sys.modules if name.partition(".")[0] in ("gym_subject", "ctypes", "_ctypes")]:
        del sys.modules[name]


def _run(program: str) -> None:
    path = os.path.join(_HERE, program)
    with open(path, encoding="utf-8") as file:
        code = compile(file.read(), path, "exec")
    sys.argv[:] = [path]
    exec(code, {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__})


def _main() -> None:
    plan = json.loads(sys.argv[1])
    os.environ.pop("PWD", None)  # bubblewrap sets it
    _confine(plan["readable"])
    os.write(plan["ready"], b"1")
    os.close(plan["ready"])
    _forget()
    _run(plan["program"])


if __name__ == "__main__":
    _main()
