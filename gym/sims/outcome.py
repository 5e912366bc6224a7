"""What comes out of a simulation: sentences, a table, and pictures. Every figure in them was counted in the run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gym.sims.parameters import Parameter, Settings

Cell = int | str | None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns, and a cell for each in every row; None where there is nothing to tell."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class Series:
    """How many there were in each span of time."""

    label: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Several series over time, on one scale; each value is that of `every_ms` milliseconds."""

    title: str
    every_ms: int
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Marks along a line: (place, one character)."""

    label: str
    marks: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Strip:
    """Several tracks from 0 to `until`, which is a number of milliseconds; `legend` says what the marks mean.

    With `every` there is a mark at each multiple of it; at 0 they stand where something happened.
    """

    title: str
    until: int
    tracks: tuple[Track, ...]
    legend: str
    every: int = 0


@dataclass(frozen=True, slots=True)
class Bars:
    """One bar each."""

    title: str
    bars: tuple[tuple[str, int], ...]


Picture = Load | Strip | Bars


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run gave."""

    says: tuple[str, ...]
    table: Table
    pictures: tuple[Picture, ...] = ()


@dataclass(frozen=True, slots=True)
class Sim:
    """One simulation. `asks` is what to try in it; `run` takes a value for each of the parameters."""

    slug: str
    title: str
    asks: str
    parameters: tuple[Parameter, ...]
    run: Callable[[Settings], Outcome]


def load_of(label: str, times_ms: Sequence[int], every_ms: int) -> Series:
    """A series that counts moments."""
    values = [0] * (max(times_ms, default=0) // every_ms + 1)
    for time_ms in times_ms:
        values[time_ms // every_ms] += 1
    return Series(label, tuple(values))
