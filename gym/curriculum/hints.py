"""Hints in tiers, from a question to the exact move."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gym.curriculum.schema import read_text
from gym.errors import ContentError

FEWEST = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """One tier: its heading, and the text below it in Markdown."""

    heading: str
    text: str


def read_hints(folder: Path) -> tuple[Hint, ...]:
    """The tiers of `folder`/hints.md in order, each begun by `## `. Raises ContentError for too few."""
    path = folder / "hints.md"
    _preface, *tiers = ("\n" + read_text(path)).split("\n## ")
    hints = tuple(_hint(path, tier) for tier in tiers)
    if len(hints) < FEWEST:
        raise ContentError(f"{path}: {len(hints)} hints, and a kata has {FEWEST} or more.")
    return hints


def _hint(path: Path, tier: str) -> Hint:
    heading, _newline, text = tier.partition("\n")
    if not text.strip():
        raise ContentError(f"{path}: the hint {heading.strip()!r} has no text.")
    return Hint(heading.strip(), text.strip())
