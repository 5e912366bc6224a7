"""The gym's content: katas with their races, hints, solutions and near misses, read from their folders."""

from gym.curriculum.catalogue import Catalogue
from gym.curriculum.explanation import read_explanation
from gym.curriculum.hints import Hint, read_hints
from gym.curriculum.ids import ContentId
from gym.curriculum.kata import Fault, Kata, NearMiss, Solution
from gym.curriculum.pack import Pack, read_pack
from gym.curriculum.place import ContentPlace, content_place

__all__ = [
    "Catalogue",
    "ContentId",
    "ContentPlace",
    "Fault",
    "Hint",
    "Kata",
    "NearMiss",
    "Pack",
    "Solution",
    "all_katas",
    "content_place",
    "find_kata",
    "read_explanation",
    "read_hints",
    "read_pack",
]


def all_katas() -> tuple[Kata, ...]:
    """Every kata that came with this gym, in order of their numbers. Raises ContentError."""
    return Catalogue(content_place()).all()


def find_kata(name: str) -> Kata:
    """The kata called `name`, which may be abbreviated (`02`, `wallet`). Raises UsageError, ContentError."""
    return Catalogue(content_place()).find(name)
