"""Comparing what is drawn with a file that a person has looked at.

`GYM_ACCEPT_GOLDEN=1 python -m pytest tests/report` writes the files anew; look at them before they are committed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from rich.cells import cell_len
from rich.text import Text

FOLDER = Path(__file__).parent / "golden"


def assert_golden(name: str, lines: Iterable[Text], width: int) -> None:
    """The lines are those of golden/NAME-WIDTH.txt, and none is wider than `width` cells."""
    drawn = [line.plain for line in lines]
    path = FOLDER / f"{name}-{width}.txt"
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        path.write_text("".join(f"{line}\n" for line in drawn), encoding="utf-8")
    assert drawn == path.read_text(encoding="utf-8").splitlines()
    assert [line for line in drawn if cell_len(line) > width] == []
    assert [line for line in drawn if line != line.rstrip()] == []
