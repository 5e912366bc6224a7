"""The code that simulations run: the katas' starters, references and wrong fixes, as they stand in their files."""

from __future__ import annotations

import logging
import sys
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import Any

from gym.curriculum import content_place
from gym.errors import ContentError

_ONE_AT_A_TIME = RLock()
QUIET = logging.getLogger("gym.sims.quiet")
QUIET.addHandler(logging.NullHandler())
QUIET.propagate = False


def handed_out(kata: str, name: str) -> Any:
    """A module that the kata hands out: its starter, its ports or its fakes. Raises ContentError."""
    return _loaded(content_place().exercises / kata, kata, name)


def reference(kata: str, name: str = "solution") -> Any:
    """The kata's reference, or another file beside it, as in `near_misses/no_generation`. Raises ContentError."""
    return _loaded(content_place().solutions / kata, kata, name)


@cache
def _loaded(folder: Path, kata: str, name: str) -> ModuleType:
    path = folder / f"{name}.py"
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise ContentError(f"{path}: cannot be read: {error}") from error
    known = {name: _loaded(_exercise(kata), kata, name) for name in _neighbours(folder, kata, name)}
    module = ModuleType(f"gym.sims.code.{kata}.{folder.parent.name}.{name}")
    module.__file__ = str(path)
    # Where dataclasses look up what their annotations mean.
    sys.modules[module.__name__] = module
    with _ONE_AT_A_TIME:
        before = {name: sys.modules.get(name) for name in known}
        sys.modules.update(known)
        try:
            exec(compile(source, str(path), "exec"), module.__dict__)
        finally:
            for name, old in before.items():
                if old is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = old
    if "log" in module.__dict__:
        module.__dict__["log"] = QUIET  # a failing mail is a figure here, no warning
    return module


def _exercise(kata: str) -> Path:
    return content_place().exercises / kata


def _neighbours(folder: Path, kata: str, name: str) -> list[str]:
    """What it may import by its bare name: all share one `ports`, so that an error class is the same for all."""
    ports = _exercise(kata) / "ports.py"
    return ["ports"] if ports.is_file() and (folder, name) != (_exercise(kata), "ports") else []
