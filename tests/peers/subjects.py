"""What a peer judges: the solutions of a kata and the further designs that its races accept, by name; and their names."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

from gym.curriculum import Kata

DESIGNS = Path(__file__).parents[1] / "content" / "designs"


def right_versions(kata: Kata) -> dict[str, Path]:
    """The file of each solution, the reference first, and of each further design."""
    designs = sorted((DESIGNS / kata.id).glob("*.py"))
    return {each.name: each.files[kata.entry] for each in kata.solutions} | {path.stem: path for path in designs}


def wrong_versions(kata: Kata) -> dict[str, Path]:
    """The file of the starter, and of each near miss."""
    return {"starter": kata.folder / kata.entry} | {miss.slug: miss.files[kata.entry] for miss in kata.near_misses}


def names_of(path: Path, ports: Path | None = None) -> dict[str, Any]:
    """What a file defines; it imports `ports`, where there are any, as a kata's code does."""
    before = sys.modules.pop("ports", None)
    sys.path.insert(0, str(ports.parent if ports else path.parent))
    try:
        return runpy.run_path(str(path))
    finally:
        del sys.path[0]
        sys.modules.pop("ports", None)
        if before is not None:
            sys.modules["ports"] = before
