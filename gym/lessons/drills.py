"""Drills: a short listing; mark its lines, name its shape, then read the answer, the fix, and what to say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from gym.curriculum.kata import CONTROL_FAULTS, SHAPES
from gym.curriculum.schema import Sentence, Slug
from gym.errors import ContentError
from gym.lessons.marks import Mark, MarkEntry, find_marks
from gym.lessons.piece import OPENING, read_piece, unknown_labels

LABELS = ("listing", "fix", "race")
Source = Literal["texts", "asyncio"]


class DrillFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of a drill."""

    title: Sentence
    asks: Sentence
    shapes: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    level: Annotated[int, msgspec.Meta(ge=1, le=4)]
    source: Source
    marks: Annotated[tuple[MarkEntry, ...], msgspec.Meta(min_length=1)]
    harmless: tuple[MarkEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Drill:
    """One drill, whole. `asks` says which lines to mark, `story` stands above the listing; the other texts answer."""

    slug: str
    title: str
    asks: str
    shapes: tuple[str, ...]
    level: int
    source: Source
    story: str
    listing: str
    fix: str
    race: str
    marks: tuple[Mark, ...]
    harmless: tuple[Mark, ...]
    answer: str
    fixing: str
    say_it: str


def read_drill(path: Path) -> Drill:
    """The drill in a file. Raises ContentError that names the file and what is wrong there."""
    piece = read_piece(path)
    front = piece.front_as(DrillFront)
    check_shapes(path, front.shapes)
    for label in unknown_labels(piece, LABELS):
        raise ContentError(f"{path}: a block is labelled {label!r}, which is none of {', '.join(LABELS)}.")
    listing = piece.code("listing")
    return Drill(
        slug=piece.slug,
        title=front.title,
        asks=front.asks,
        shapes=front.shapes,
        level=front.level,
        source=front.source,
        story=piece.section(OPENING),
        listing=listing,
        fix=piece.code("fix"),
        race=piece.code("race"),
        marks=find_marks(f"{path}: marks", listing, front.marks),
        harmless=find_marks(f"{path}: harmless", listing, front.harmless),
        answer=piece.section("Answer"),
        fixing=piece.section("Fix"),
        say_it=piece.section("Say it"),
    )


def check_shapes(path: Path, shapes: tuple[str, ...]) -> None:
    """Raise ContentError for a shape that nobody knows."""
    for shape in shapes:
        if shape not in SHAPES and shape not in CONTROL_FAULTS:
            raise ContentError(f"{path}: shapes: {shape!r} is none of {', '.join((*SHAPES, *CONTROL_FAULTS))}.")
