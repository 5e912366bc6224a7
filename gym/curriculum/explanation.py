"""Why a kata's fix holds, as its authors tell it."""

from __future__ import annotations

from gym.curriculum.kata import Kata
from gym.curriculum.schema import read_text


def read_explanation(kata: Kata) -> str:
    """The kata's explanation.md. Raises ContentError."""
    return read_text(kata.answers / "explanation.md")
