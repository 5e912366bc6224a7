"""Comparing what a command writes with a file that a person has looked at; GYM_ACCEPT_GOLDEN=1 writes it anew."""

from __future__ import annotations

import os
from pathlib import Path

from rich.cells import cell_len

FOLDER = Path(__file__).parent / "golden"


def assert_golden_text(name: str, text: str, width: int | None = None) -> None:
    """The text is that of golden/NAME.txt, and no line of it is wider than `width` cells or ends in a space."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if width is not None and cell_len(line) > width] == []
    assert [line for line in text.splitlines() if line != line.rstrip()] == []
