"""Columns of text side by side, in lines of a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from gym.report.text import fold, shorten

SPACE = "   "
MOST_LINES = 3
"""A cell folds into this many lines; what is longer loses its middle."""


@dataclass(frozen=True, slots=True)
class Column:
    """One column, `width` in terminal cells. `elastic` ones give way when lines are too narrow for all."""

    title: str
    elastic: bool = True
    right: bool = False
    width: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One text a column, each of one or more lines, and whole lines that stand below them."""

    cells: tuple[str, ...]
    style: str = ""
    below: tuple[str, ...] = ()


def fit(columns: Sequence[Column], rows: Sequence[Row], width: int, narrowest: int) -> tuple[Column, ...] | None:
    """The columns with their widths; None when elastic ones would have to be narrower than `narrowest`."""
    natural = [_natural(at, column, rows) for at, column in enumerate(columns)]
    elastic = [size for size, column in zip(natural, columns, strict=True) if column.elastic]
    room = width - len(SPACE) * (len(columns) - 1) - (sum(natural) - sum(elastic))
    limit = _share(elastic, room, narrowest)
    if limit is None:
        return None
    return tuple(
        replace(column, width=min(size, limit) if column.elastic else size)
        for size, column in zip(natural, columns, strict=True)
    )


def _natural(at: int, column: Column, rows: Sequence[Row]) -> int:
    """The width at which nothing in the column folds."""
    return max(cell_len(line) for text in (column.title, *(row.cells[at] for row in rows)) for line in text.split("\n"))


def _share(sizes: Sequence[int], room: int, narrowest: int) -> int | None:
    """The greatest width for each at which all fit: narrow ones leave their rest to the wide ones."""
    limit = max(sizes, default=0)
    if not sizes:
        return limit if room >= 0 else None
    while sum(min(size, limit) for size in sizes) > room:
        limit -= 1
        if limit < narrowest:
            return None
    return limit


def folds(columns: Sequence[Column], rows: Sequence[Row]) -> bool:
    """Whether any column is narrower than what stands in it."""
    return any(_natural(at, column, rows) > column.width for at, column in enumerate(columns))


def draw(columns: Sequence[Column], rows: Sequence[Row], width: int) -> Iterator[Text]:
    """A heading and the rows, as lines without trailing spaces."""
    yield from _draw_cells([column.title for column in columns], columns, "bold")
    yield from draw_rows(columns, rows, width)


def draw_rows(columns: Sequence[Column], rows: Sequence[Row], width: int) -> Iterator[Text]:
    """The same without the heading."""
    for row in rows:
        yield from _draw_cells(row.cells, columns, row.style)
        for line in row.below:
            yield Text(shorten(line, width), style=row.style)


def _draw_cells(cells: Sequence[str], columns: Sequence[Column], style: str) -> Iterator[Text]:
    folded = [_fold_cell(cell, column) for cell, column in zip(cells, columns, strict=True)]
    for at in range(max(map(len, folded))):
        parts = [_pad(lines[at] if at < len(lines) else "", column) for lines, column in zip(folded, columns, strict=True)]
        yield Text(SPACE.join(parts).rstrip(), style=style)


def _fold_cell(cell: str, column: Column) -> list[str]:
    return [part for line in cell.split("\n") for part in fold(line, max(column.width, 1), MOST_LINES)]


def _pad(text: str, column: Column) -> str:
    if column.right:
        return " " * (column.width - cell_len(text)) + text
    return set_cell_size(text, column.width)
