"""Loads `verify` of a file that belongs to kata 05, outside the gym: its reference, or the starter to compare with.

Imported from here and, by path alone, from a pytest of its own; so it knows nothing of the rest of the tests.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EXERCISE = ROOT / "exercises" / "05-webhook-handler"
REFERENCE = ROOT / "solutions" / "05-webhook-handler" / "solution.py"
STARTER = EXERCISE / "webhook_handler.py"


def load_verify(path: Path) -> tuple[Callable[..., None], type[Exception]]:
    """The file's `verify`, and the BadSignature that it raises."""
    before = sys.modules.get("ports")
    ports = _module("ports", EXERCISE / "ports.py")
    sys.modules["ports"] = ports
    try:
        loaded: Any = _module("subject_of_peers", path)
    finally:
        if before is None:
            del sys.modules["ports"]
        else:
            sys.modules["ports"] = before
    return loaded.verify, loaded.BadSignature


def _module(name: str, path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
