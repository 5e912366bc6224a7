"""Why a kata's fix holds, as its authors tell it."""

from __future__ import annotations

from gym.curriculum.place import ContentPlace
from gym.curriculum.schema import read_text


def read_explanation(place: ContentPlace, kata_id: str) -> str:
    """The kata's explanation.md. Raises ContentError."""
    return read_text(place.solutions / kata_id / "explanation.md")
