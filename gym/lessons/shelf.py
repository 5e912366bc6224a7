"""Where the pieces stand, and finding one by what a person types: a folder for each kind, in it a file for each piece."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from gym.curriculum.named import one_named
from gym.curriculum.place import ContentPlace
from gym.errors import ContentError
from gym.lessons.chains import Chain, read_chain
from gym.lessons.drills import Drill, read_drill
from gym.lessons.investigations import Investigation, read_investigation
from gym.lessons.piece import pieces_in
from gym.lessons.primer import Page, read_page
from gym.lessons.quiz import Question, read_question


class Named(Protocol):
    """What every piece has."""

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...


T_co = TypeVar("T_co", bound=Named, covariant=True)


@dataclass(frozen=True, slots=True)
class Shelf(Generic[T_co]):
    """The pieces of one kind. `kind` is the command that shows one, `plural` what several are called."""

    kind: str
    folder: Path
    read: Callable[[Path], T_co]
    plural: str

    @property
    def noun(self) -> str:
        """What one of them is called."""
        return self.plural.removesuffix("s")

    @property
    def one(self) -> str:
        """The command that shows a named one."""
        return "gym quiz --question NAME" if self.kind == "quiz" else f"gym {self.kind} NAME"

    def slugs(self) -> tuple[str, ...]:
        """What the pieces are called, in order."""
        return tuple(path.stem for path in pieces_in(self.folder))

    def some(self) -> tuple[T_co, ...]:
        """Every piece that can be read: one that cannot is in nobody's way."""
        found = []
        for path in pieces_in(self.folder):
            with suppress(ContentError):
                found.append(self.read(path))
        return tuple(found)

    def all(self) -> tuple[T_co, ...]:
        """Every piece. Raises ContentError at the first that is wrong, or when there is none."""
        found = tuple(self.read(path) for path in pieces_in(self.folder))
        if not found:
            raise ContentError(f"{self.folder}: no {self.noun} stands here.")
        return found

    def find(self, name: str) -> T_co:
        """The piece that `name` means: its name, its beginning, or a bit that only one has. Raises UsageError."""
        wanted = name.strip().lower().removesuffix(".md")
        slug = one_named(wanted, self.slugs(), self.noun, f"gym {self.kind} --list")
        return self.read(self.folder / f"{slug}.md")


def drills(place: ContentPlace) -> Shelf[Drill]:
    """All drills."""
    return Shelf("drill", place.exercises / "_drills", read_drill, "drills")


def chains(place: ContentPlace) -> Shelf[Chain]:
    """All chains."""
    return Shelf("chain", place.exercises / "_chains", read_chain, "chains")


def questions(place: ContentPlace) -> Shelf[Question]:
    """The whole bank of questions."""
    return Shelf("quiz", place.exercises / "_quiz", read_question, "questions")


def investigations(place: ContentPlace) -> Shelf[Investigation]:
    """All investigations."""
    return Shelf("investigate", place.exercises / "_investigations", read_investigation, "investigations")


def primer(place: ContentPlace) -> Shelf[Page]:
    """The pages of the primer, in the order in which to read them."""
    return Shelf("primer", place.exercises / "_primer", read_page, "pages")


_SAYS = (
    ("_primer", "pages", "gym primer", "what to know first"),
    ("_drills", "drills", "gym drill", "read a short listing, mark the lines"),
    ("_chains", "chains", "gym chain", "predict what follows"),
    ("_quiz", "questions", "gym quiz", "five a round, four pass"),
    ("_investigations", "investigations", "gym investigate", "find an incident's cause"),
)


def counts(place: ContentPlace) -> list[tuple[int, str, str, str]]:
    """(how many, of what, the command, what one does) for every kind of which there is any."""
    found = [(len(pieces_in(place.exercises / folder)), noun, command, says) for folder, noun, command, says in _SAYS]
    return [each for each in found if each[0]]
