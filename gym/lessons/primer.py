"""Primer pages: short texts whose examples run, and print what stands below them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec

from gym.curriculum.schema import Sentence, read_text
from gym.errors import ContentError
from gym.lessons.piece import BORDER, read_piece, unknown_labels

LABELS = ("example", "output")


class PageFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of a page."""

    title: Sentence
    minutes: Annotated[int, msgspec.Meta(ge=1, le=30)]


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `text` is the whole of it in Markdown; `examples` are (listing, what it prints)."""

    slug: str
    title: str
    minutes: int
    text: str
    examples: tuple[tuple[str, str], ...]


def read_page(path: Path) -> Page:
    """The page in a file. Raises ContentError: each example is followed by its output."""
    piece = read_piece(path)
    front = piece.front_as(PageFront)
    for label in unknown_labels(piece, LABELS):
        raise ContentError(f"{path}: a block is labelled {label!r}, which is none of {', '.join(LABELS)}.")
    labels = [block.label for block in piece.blocks]
    if not labels or labels != ["example", "output"] * (len(labels) // 2):
        raise ContentError(f"{path}: each example is followed by its output, and there is one or more.")
    body = read_text(path).replace("\r\n", "\n").split(f"{BORDER}\n", 2)[2]
    examples = zip(piece.codes("example"), piece.codes("output"), strict=True)
    return Page(piece.slug, front.title, front.minutes, _without_labels(body), tuple(examples))


def _without_labels(body: str) -> str:
    """The labels are for the gym, not for the reader."""
    return body.replace("```python example", "```python").replace("```text output", "```text").strip()
