"""Chains: predict what follows from one careless line, link by link; a listing proves it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from gym.curriculum.schema import Sentence, Slug
from gym.errors import ContentError
from gym.lessons.drills import check_shapes
from gym.lessons.piece import OPENING, read_piece, unknown_labels

LABELS = ("proof", "output")


class LinkEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One link: what to predict, and what follows."""

    asks: Sentence
    then: Annotated[str, msgspec.Meta(min_length=1)]


class ChainFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of a chain."""

    title: Sentence
    shapes: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    source: Literal["texts", "asyncio"]
    links: Annotated[tuple[LinkEntry, ...], msgspec.Meta(min_length=2)]


@dataclass(frozen=True, slots=True)
class Chain:
    """One chain. `given` is what is true at first; `proof` is a listing that prints `output`, and so proves the links."""

    slug: str
    title: str
    shapes: tuple[str, ...]
    source: str
    given: str
    links: tuple[tuple[str, str], ...]
    proof: str
    output: str
    way_out: str


def read_chain(path: Path) -> Chain:
    """The chain in a file. Raises ContentError that names the file and what is wrong there."""
    piece = read_piece(path)
    front = piece.front_as(ChainFront)
    check_shapes(path, front.shapes)
    for label in unknown_labels(piece, LABELS):
        raise ContentError(f"{path}: a block is labelled {label!r}, which is none of {', '.join(LABELS)}.")
    return Chain(
        slug=piece.slug,
        title=front.title,
        shapes=front.shapes,
        source=front.source,
        given=piece.section(OPENING),
        links=tuple((link.asks, link.then) for link in front.links),
        proof=piece.code("proof"),
        output=piece.code("output"),
        way_out=piece.section("The way out"),
    )
