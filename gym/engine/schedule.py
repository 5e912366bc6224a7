"""A schedule: the choices of one execution that are not the default ones.

An execution asks a strategy again and again to choose among options. Option 0 is the default: the oldest event, no
second event in the poll, no pause before idle. A schedule is what was chosen otherwise; everything else is default, so
a schedule is short and stays readable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

Kind = Literal["pick", "tie", "pause"]


class Deviation(NamedTuple):
    """At the `ordinal`-th choice the option with this id was taken and not the default."""

    ordinal: int
    option: str


Schedule = tuple[Deviation, ...]

Known = object | None
"""What the runner remembers of an execution up to one of its choices. The engine only hands it back."""


@dataclass(frozen=True, slots=True)
class Point:
    """One choice as it was met: `options[0]` is the default and `costs[0]` is 0; `known` is what led there."""

    ordinal: int
    kind: Kind
    options: tuple[str, ...]
    costs: tuple[int, ...]
    known: Known = None


@dataclass(frozen=True, slots=True)
class Failure:
    """What an execution failed by. `claim` is stable over schedules; `message` tells this one in words."""

    kind: str
    claim: str
    message: str
    step: int = 0


@dataclass(frozen=True, slots=True)
class Execution:
    """What the runner tells of one execution: the schedule as it was really taken, the choices met, how it ended."""

    schedule: Schedule
    points: tuple[Point, ...]
    cost: int
    length: int
    failure: Failure | None
    void: bool = False
    probability: float = 1.0
    fingerprint: int = 0


@dataclass(slots=True, eq=False)
class Node:
    """A schedule still to run, as its last deviation and the schedule before it: memory stays small.

    `known` is what the runner remembers of the way to that deviation.
    """

    parent: Node | None
    ordinal: int
    option: str
    cost: int
    known: Known = None

    def schedule(self) -> Schedule:
        return tuple(reversed(tuple(self._backwards())))

    def _backwards(self) -> Iterator[Deviation]:
        node: Node | None = self
        while node is not None:
            yield Deviation(node.ordinal, node.option)
            node = node.parent
