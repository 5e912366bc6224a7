"""Quiz questions of three kinds: choose an answer, predict an output, write code that a race judges."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from gym.curriculum.schema import Sentence, Slug
from gym.errors import ContentError
from gym.lessons.drills import check_shapes
from gym.lessons.piece import OPENING, Piece, read_piece, unknown_labels

Kind = Literal["choose", "predict", "write"]
LABELS: dict[Kind, tuple[str, ...]] = {
    "choose": ("listing",),
    "predict": ("listing", "output"),
    "write": ("starter", "solution", "race"),
}


class ChoiceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to choose; `why` is what one who chooses it believes, or why it is right."""

    text: Sentence
    why: Sentence
    right: bool = False


class WrongEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wrong prediction, and what one who makes it believes."""

    output: Annotated[str, msgspec.Meta(min_length=1)]
    why: Sentence


class QuestionFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of a question."""

    kind: Kind
    title: Sentence
    shapes: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    misconception: Sentence
    choices: tuple[ChoiceEntry, ...] = ()
    wrong: tuple[WrongEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """One question. `asks` is Markdown; `listing` is what it is about, or what to begin with where code is to be written."""

    slug: str
    kind: Kind
    title: str
    shapes: tuple[str, ...]
    misconception: str
    asks: str
    listing: str
    answer: str
    choices: tuple[ChoiceEntry, ...]
    output: str
    wrong: tuple[WrongEntry, ...]
    solution: str
    race: str

    @property
    def right(self) -> ChoiceEntry:
        """The answer to choose."""
        return next(choice for choice in self.choices if choice.right)


def read_question(path: Path) -> Question:
    """The question in a file. Raises ContentError that names the file and what is wrong there."""
    piece = read_piece(path)
    front = piece.front_as(QuestionFront)
    check_shapes(path, front.shapes)
    labels = LABELS[front.kind]
    for label in unknown_labels(piece, labels):
        raise ContentError(f"{path}: a block is labelled {label!r}; a question of this kind has {', '.join(labels)}.")
    _check_answers(path, front)
    return Question(
        slug=piece.slug,
        kind=front.kind,
        title=front.title,
        shapes=front.shapes,
        misconception=front.misconception,
        asks=piece.section(OPENING),
        listing=_listing(piece, front.kind),
        answer=piece.section("Answer"),
        choices=front.choices,
        output=piece.code("output") if front.kind == "predict" else "",
        wrong=front.wrong,
        solution=piece.code("solution") if front.kind == "write" else "",
        race=piece.code("race") if front.kind == "write" else "",
    )


def same_output(predicted: str, printed: str) -> bool:
    """Whether a prediction says what is printed; how it is broken into lines and spaced is not asked."""
    return predicted.split() == printed.split()


def _listing(piece: Piece, kind: Kind) -> str:
    if kind == "choose":
        return "".join(piece.codes("listing")[:1])
    return piece.code("listing" if kind == "predict" else "starter")


def _check_answers(path: Path, front: QuestionFront) -> None:
    right = sum(choice.right for choice in front.choices)
    if front.kind == "choose" and (right != 1 or len(front.choices) < 3):
        raise ContentError(f"{path}: choices: three or more, one of them right.")
    if front.kind != "choose" and front.choices:
        raise ContentError(f"{path}: choices belong to the kind 'choose'.")
    if front.kind == "predict" and not front.wrong:
        raise ContentError(f"{path}: wrong: at least one prediction that the misconception makes.")
    if front.kind != "predict" and front.wrong:
        raise ContentError(f"{path}: wrong predictions belong to the kind 'predict'.")
