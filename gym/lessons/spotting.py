"""Finding a race by reading: mark lines of a listing, name the shape, and hear what was right, missed, and why."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec

from gym.curriculum.kata import CONTROL_FAULTS, SHAPES, Kata
from gym.curriculum.schema import read_text, read_toml
from gym.errors import UsageError
from gym.lessons.drills import Drill
from gym.lessons.marks import Mark, Marked, MarkEntry, compare_marks, find_marks

SPOT_FILE = "spot.toml"
ALL_SHAPES = (*SHAPES, *CONTROL_FAULTS)


class SpotFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kata's spot.toml: its starter's shared state, the places to switch that matter, and tempting lines that do not."""

    state: Annotated[tuple[MarkEntry, ...], msgspec.Meta(min_length=1)]
    switch: Annotated[tuple[MarkEntry, ...], msgspec.Meta(min_length=1)]
    harmless: tuple[MarkEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Lines of one kind to find; `key` is how an answer names them, `asks` says what they are."""

    key: str
    asks: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Spotting:
    """One listing to read. `id` is a kata's or drill's; the first of `shapes` is the main one, each of them is right."""

    id: str
    title: str
    story: str
    file: str
    listing: str
    groups: tuple[Group, ...]
    harmless: tuple[Mark, ...]
    shapes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spotted:
    """What an answer found, group by group, and of the shapes. `score` is from 0 to 1."""

    groups: Mapping[str, Marked]
    right_shapes: tuple[str, ...]
    other_shapes: tuple[str, ...]
    wrong_shapes: tuple[str, ...]
    score: float

    @property
    def all_right(self) -> bool:
        """Whether every line was found and no other, and a shape that fits was named and no other."""
        return all(marked.all_right for marked in self.groups.values()) and self.shape_is_right

    @property
    def shape_is_right(self) -> bool:
        """Whether a shape that fits was named, and none that does not."""
        return bool(self.right_shapes) and not self.wrong_shapes


def has_spot(kata: Kata) -> bool:
    """Whether there is something to spot in a kata's starter."""
    return (kata.answers / SPOT_FILE).is_file()


def spotting_of_kata(kata: Kata) -> Spotting:
    """What is to be found in the kata's starter. Raises UsageError for a kata without that, ContentError."""
    path = kata.answers / SPOT_FILE
    if not path.is_file():
        raise UsageError(f"in {kata.id} there is nothing to spot: it is built from its brief. gym spot 00 has something.")
    said = read_toml(path, SpotFile)
    listing = read_text(kata.folder / kata.entry)
    groups = (
        Group("state", "the shared state", find_marks(f"{path}: state", listing, said.state)),
        Group(
            "switch", "the places to switch inside a critical section", find_marks(f"{path}: switch", listing, said.switch)
        ),
    )
    harmless = find_marks(f"{path}: harmless", listing, said.harmless)
    return Spotting(kata.id, kata.title, kata.summary, kata.entry, listing, groups, harmless, kata.shapes)


def spotting_of_drill(drill: Drill) -> Spotting:
    """What is to be found in a drill's listing."""
    group = Group("mark", drill.asks, drill.marks)
    return Spotting(
        drill.slug, drill.title, drill.story, "listing.py", drill.listing, (group,), drill.harmless, drill.shapes
    )


def spot(spotting: Spotting, lines: Mapping[str, Iterable[int]], shapes: Sequence[str]) -> Spotted:
    """What an answer found: `lines` are line numbers by a group's key. Any line of a statement stands for the whole."""
    first = statement_starts(spotting.listing)
    marks = {group.key: _with_statements(group.marks, first) for group in spotting.groups}
    harmless = _with_statements(spotting.harmless, first)
    groups = {key: compare_marks(lines.get(key, ()), marks[key], harmless) for key in marks}
    right = tuple(shape for shape in shapes if shape in spotting.shapes)
    others = tuple(shape for shape in spotting.shapes if shape not in shapes)
    wrong = tuple(shape for shape in shapes if shape not in spotting.shapes)
    named = float(bool(right) and not wrong)
    shares = [*map(_share, groups.values()), named]
    return Spotted(groups, right, others, wrong, round(sum(shares) / len(shares), 3))


def statement_starts(listing: str) -> dict[int, int]:
    """For each line of each statement its first line; of a compound one only the lines above its body count."""
    starts: dict[int, int] = {}
    for node in ast.walk(ast.parse(listing)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else (node.end_lineno or node.lineno)
            for line in range(node.lineno, max(last, node.lineno) + 1):
                starts[line] = max(node.lineno, starts.get(line, 0))
    return starts


def _with_statements(marks: Iterable[Mark], first: Mapping[int, int]) -> tuple[Mark, ...]:
    """The marks, each with all lines of its statement standing for it, and all those of the statements in `also`."""

    def whole(line: int) -> set[int]:
        start = first.get(line, line)
        return {line, *(each for each in first if first[each] == start)}

    return tuple(
        Mark(mark.line, mark.why, frozenset().union(*(whole(each) for each in (mark.line, *mark.also)))) for mark in marks
    )


def _share(marked: Marked) -> float:
    """How much of the marks was found, less what was marked and is none."""
    of = len(marked.right) + len(marked.missed)
    return max(len(marked.right) - len(marked.wrong), 0) / of
