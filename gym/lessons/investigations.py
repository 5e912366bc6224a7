"""Investigations: an incident with a clock. Looks cost minutes and show evidence; then a cause and a fix are named.

The file of a piece has one section for each look, headed by the look's id, and one headed `What happened`. Above the
first heading stands the symptom. A block `text graph` in a look's section has a line `label: number` for each bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from gym.curriculum.schema import Sentence, Slug
from gym.errors import ContentError
from gym.lessons.drills import check_shapes
from gym.lessons.piece import OPENING, Piece, read_piece, unknown_labels

GRAPH = "graph"
STORY = "What happened"
Role = Literal["evidence", "red herring", "rules out a cause"]


class LookEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to look at. It is open from the start, or `after` any one of these looks; `shows` are facts."""

    id: Slug
    title: Sentence
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    tells: Sentence
    after: tuple[Slug, ...] = ()
    shows: tuple[Slug, ...] = ()
    rules_out: tuple[Slug, ...] = ()


class AnswerEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cause or a fix to choose; `why` says why it is right, or what speaks against it."""

    id: Slug
    text: Sentence
    why: Sentence
    right: bool = False
    suggested_by: tuple[Slug, ...] = ()


class InvestigationFront(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The front matter of an investigation. Each of `proofs` is a set of facts that proves the cause."""

    title: Sentence
    shapes: Annotated[tuple[Slug, ...], msgspec.Meta(min_length=1)]
    minutes: Annotated[int, msgspec.Meta(ge=5, le=240)]
    overtime: Sentence
    facts: dict[Slug, Sentence]
    proofs: Annotated[tuple[tuple[Slug, ...], ...], msgspec.Meta(min_length=1)]
    looks: Annotated[tuple[LookEntry, ...], msgspec.Meta(min_length=4)]
    causes: Annotated[tuple[AnswerEntry, ...], msgspec.Meta(min_length=3)]
    fixes: Annotated[tuple[AnswerEntry, ...], msgspec.Meta(min_length=3)]


@dataclass(frozen=True, slots=True)
class Look:
    """A look with what it brings to light: `evidence` is Markdown, `bars` are (label, number), none without a graph."""

    id: str
    title: str
    minutes: int
    tells: str
    after: tuple[str, ...]
    shows: tuple[str, ...]
    rules_out: tuple[str, ...]
    evidence: str
    bars: tuple[tuple[str, float], ...]
    role: Role


@dataclass(frozen=True, slots=True)
class Investigation:
    """One investigation, whole. `minutes` is its clock, `overtime` what is told when that has run out."""

    slug: str
    title: str
    shapes: tuple[str, ...]
    minutes: int
    overtime: str
    symptom: str
    story: str
    facts: dict[str, str]
    proofs: tuple[frozenset[str], ...]
    looks: tuple[Look, ...]
    causes: tuple[AnswerEntry, ...]
    fixes: tuple[AnswerEntry, ...]

    def is_proved_by(self, looks: Iterable[Look]) -> bool:
        """Whether these looks show enough to name the cause without guessing."""
        known = {fact for look in looks for fact in look.shows}
        return any(proof <= known for proof in self.proofs)

    def is_open(self, look: Look, seen: Iterable[str]) -> bool:
        """Whether one who has seen these looks, by id, may take this one."""
        return not look.after or not set(look.after).isdisjoint(seen)


def right_one(answers: Sequence[AnswerEntry]) -> AnswerEntry:
    """The answer to choose."""
    return next(answer for answer in answers if answer.right)


def read_investigation(path: Path) -> Investigation:
    """The investigation in a file. Raises ContentError that names the file, the key and what is wrong there."""
    piece = read_piece(path)
    front = piece.front_as(InvestigationFront)
    check_shapes(path, front.shapes)
    for problem in _problems(piece, front):
        raise ContentError(f"{path}: {problem}.")
    return Investigation(
        slug=piece.slug,
        title=front.title,
        shapes=front.shapes,
        minutes=front.minutes,
        overtime=front.overtime,
        symptom=piece.section(OPENING),
        story=piece.section(STORY),
        facts=front.facts,
        proofs=tuple(map(frozenset, front.proofs)),
        looks=tuple(_look(piece, front, entry) for entry in front.looks),
        causes=front.causes,
        fixes=front.fixes,
    )


def _look(piece: Piece, front: InvestigationFront, entry: LookEntry) -> Look:
    graphs = [block.code for block in piece.blocks if block.section == entry.id]
    if len(graphs) > 1:
        raise ContentError(f"{piece.path}: the section {entry.id!r} has {len(graphs)} graphs, and one may be.")
    return Look(
        id=entry.id,
        title=entry.title,
        minutes=entry.minutes,
        tells=entry.tells,
        after=entry.after,
        shows=entry.shows,
        rules_out=entry.rules_out,
        # A graph may stand alone.
        evidence=piece.sections.get(entry.id, "") if graphs else piece.section(entry.id),
        bars=tuple(_bar(piece, entry.id, line) for graph in graphs for line in graph.splitlines()),
        role=_role(front, entry),
    )


def _role(front: InvestigationFront, entry: LookEntry) -> Role:
    if entry.shows:
        return "evidence"
    misleads = any(entry.id in answer.suggested_by for answer in (*front.causes, *front.fixes))
    return "red herring" if misleads else "rules out a cause"


def _bar(piece: Piece, look: str, line: str) -> tuple[str, float]:
    label, _colon, number = line.rpartition(":")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if not label.strip() or not 0 <= value < float("inf"):
        raise ContentError(f"{piece.path}: the graph of {look!r}: {line!r} is no `label: number` of 0 or more.")
    return label.strip(), value


def _problems(piece: Piece, front: InvestigationFront) -> Iterator[str]:
    """What is wrong with how the parts refer to each other, the key first."""
    yield from (f"a block is labelled {label!r}, which is none of {GRAPH}" for label in unknown_labels(piece, (GRAPH,)))
    yield from _wrong_answers("causes", front.causes, front.looks)
    yield from _wrong_answers("fixes", front.fixes, front.looks)
    yield from _wrong_references(front)
    yield from _wrong_facts(front)
    known = {OPENING, STORY, *(look.id for look in front.looks)}
    yield from (f"the section {heading!r} belongs to no look" for heading in piece.sections if heading not in known)
    for look in front.looks:
        if not look.shows and not look.rules_out and _role(front, look) != "red herring":
            yield f"looks: {look.id!r} shows nothing, rules nothing out and suggests nothing"
    yield from (f"looks: nothing opens {each!r}" for each in _never_open(front))


def _wrong_answers(key: str, answers: Sequence[AnswerEntry], looks: Sequence[LookEntry]) -> Iterator[str]:
    if sum(answer.right for answer in answers) != 1:
        yield f"{key}: one of them is right"
    yield from (f"{key}: {each!r} stands twice" for each in _twice(answer.id for answer in answers))
    ids = {look.id for look in looks}
    for answer in answers:
        yield from (
            f"{key}: {answer.id!r} is suggested by {each!r}, which is no look"
            for each in answer.suggested_by
            if each not in ids
        )
        if answer.right and answer.suggested_by:
            yield f"{key}: {answer.id!r} is right, so nothing suggests it wrongly"
        if key == "causes" and not answer.right and not answer.suggested_by:
            yield f"causes: nothing suggests {answer.id!r}"


def _wrong_references(front: InvestigationFront) -> Iterator[str]:
    ids, causes = {look.id for look in front.looks}, {cause.id for cause in front.causes if not cause.right}
    yield from (f"looks: {each!r} stands twice" for each in _twice(look.id for look in front.looks))
    for look in front.looks:
        for key, named, known in (
            ("after", look.after, ids),
            ("rules_out", look.rules_out, causes),
            ("shows", look.shows, set(front.facts)),
        ):
            yield from (f"looks: {look.id!r}: {key}: {each!r} is not known" for each in named if each not in known)


def _wrong_facts(front: InvestigationFront) -> Iterator[str]:
    shown = {fact for look in front.looks for fact in look.shows}
    needed = {fact for proof in front.proofs for fact in proof}
    yield from (f"proofs: {each!r} is none of the facts" for each in sorted(needed - set(front.facts)))
    yield from (f"facts: no look shows {each!r}" for each in front.facts if each not in shown)
    yield from (f"facts: no proof needs {each!r}" for each in front.facts if each not in needed)
    if not all(front.proofs):
        yield "proofs: each needs one fact or more"


def _never_open(front: InvestigationFront) -> list[str]:
    reached: set[str] = set()
    while True:
        opened = {look.id for look in front.looks if not look.after or not reached.isdisjoint(look.after)}
        if opened == reached:
            return [look.id for look in front.looks if look.id not in reached]
        reached = opened


def _twice(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    return [name for name in names if name in seen or seen.add(name)]  # type: ignore[func-returns-value]
