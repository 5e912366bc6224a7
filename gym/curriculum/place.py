"""Where the content stands: inside the installed package, or in the checkout that it is read from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gym.errors import ContentError

PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class ContentPlace:
    """The three folders in which each kata has one of its own; `pack` is the name of the pack that they belong to."""

    exercises: Path
    solutions: Path
    races: Path
    pack: str | None = None

    @classmethod
    def below(cls, root: Path, pack: str | None = None) -> ContentPlace:
        """The folders as they stand in a clone of the gym, and in a pack."""
        return cls(root / "exercises", root / "solutions", root / "tests" / "races", pack)

    def kata_id(self, folder: str) -> str:
        """The id of the kata whose folders are called so."""
        return f"{self.pack}:{folder}" if self.pack else folder


def is_packed(place: ContentPlace) -> bool:
    """Whether the place lies inside an installed package."""
    return place.exercises.parent.name == "_content"


def content_place(package: Path = PACKAGE) -> ContentPlace:
    """The content of the gym whose package folder is `package`. Raises ContentError when there is none."""
    packed = package / "_content"
    if packed.is_dir():
        return ContentPlace(packed / "exercises", packed / "solutions", packed / "races")
    checkout = package.parent
    if (checkout / "exercises").is_dir():
        return ContentPlace.below(checkout)
    raise ContentError(
        "this installation of the gym has no content: neither gym/_content nor exercises/. "
        "Install it again: pip install --force-reinstall asyncio-race-gym"
    )
