"""A simulation's outcome as text: its sentences, its table, and bars, sparklines and tracks below them."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from gym.report.as_json import Json
from gym.report.grid import Column, Row, draw, fit
from gym.report.text import fold
from gym.sims.outcome import Bars, Cell, Load, Outcome, Picture, Sim, Strip, Table
from gym.sims.parameters import Settings, shown

LEVELS = " \u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
ASCII_LEVELS = " .:-=+*#@"
NARROWEST = 8
LEAST_PLOT = 10
MOST_PLOT = 64


def sims_lines(sims: Sequence[Sim], width: int) -> Iterator[Text]:
    """All simulations, a line each."""
    yield from _table(("name", "title"), [(each.slug, each.title) for each in sims], width)


def parameter_lines(sim: Sim, settings: Settings, width: int) -> Iterator[Text]:
    """What may be changed, with the values that hold and the ranges."""
    rows = [(each.name, shown(settings.values[each.name]), each.says, each.allowed) for each in sim.parameters]
    yield from _table(("parameter", "value", "what it is", "allowed"), rows, width)


def settings_line(settings: Settings) -> str:
    """The values as `--set` takes them, one behind the other."""
    pairs = ((name, shown(value)) for name, value in settings.values.items())
    return "  ".join(f'{name}="{value}"' if " " in value else f"{name}={value}" for name, value in pairs)


def outcome_lines(outcome: Outcome, width: int, *, ascii_only: bool = False, plots_first: bool = False) -> Iterator[Text]:
    """Everything that came out, in lines of that width: sentences, then the table and the plots, or the other way round."""
    for sentence in outcome.says:
        yield from (Text(line, style="bold") for line in fold(sentence, width, 4))
    parts = [_result(outcome.table, width)]
    plots = [picture_lines(picture, width, ascii_only=ascii_only) for picture in outcome.pictures]
    for part in (*plots, *parts) if plots_first else (*parts, *plots):
        yield Text("")
        yield from part


def picture_lines(picture: Picture, width: int, *, ascii_only: bool = False) -> Iterator[Text]:
    """One picture, drawn in characters."""
    if isinstance(picture, Bars):
        yield from _bars(picture, width, "#" if ascii_only else "\u2588")
    elif isinstance(picture, Load):
        yield from _load(picture, width, ASCII_LEVELS if ascii_only else LEVELS)
    else:
        yield from _strip(picture, width)


def _bars(picture: Bars, width: int, full: str) -> Iterator[Text]:
    yield Text(picture.title)
    label = max(cell_len(name) for name, _value in picture.bars)
    most = max(value for _name, value in picture.bars)
    room = _room(width, label, len(f"{most:,}") + 2)
    for name, value in picture.bars:
        filled = max(value * room // most, 1) if value else 0
        yield Text.assemble(f"{set_cell_size(name, label)}  ", (full * filled, "green"), f"  {value:,}")


def _load(picture: Load, width: int, levels: str) -> Iterator[Text]:
    most = max((max(each.values) for each in picture.series), default=0)
    spans = max(len(each.values) for each in picture.series)
    yield Text(f"{picture.title} in each {picture.every_ms:,} ms, on one scale; behind them the most")
    label = max(cell_len(each.label) for each in picture.series)
    room = min(_room(width, label, len(f"{most:,}") + 2), spans)
    for each in picture.series:
        drawn = sparkline(each.values, spans, room, most, levels)
        yield Text.assemble(f"{set_cell_size(each.label, label)}  ", (drawn, "green"), f"  {max(each.values):,}")
    yield _axis(label, room, spans * picture.every_ms)


def sparkline(values: Sequence[int], spans: int, room: int, most: int, levels: str = LEVELS) -> str:
    """A character for each of `room` parts of `spans` values, by the greatest in it; what is not 0 can be seen."""
    padded = [*values, *[0] * (spans - len(values))]
    parts = [max(padded[at * spans // room : (at + 1) * spans // room]) for at in range(room)]
    top = len(levels) - 1
    return "".join(levels[max(part * top // most, 1) if part else 0] for part in parts)


def _strip(picture: Strip, width: int) -> Iterator[Text]:
    yield Text(f"{picture.title}:  {picture.legend}")
    label = max(cell_len(each.label) for each in picture.tracks)
    room = _room(width, label, 0)
    if picture.every:
        room = min(room, picture.until // picture.every + 1)
    for each in picture.tracks:
        cells = [" "] * room
        for place, mark in each.marks:
            at = min(place * room // (picture.until + 1), room - 1)
            # The quiet mark gives way: what happened rarely must not get lost.
            cells[at] = mark if cells[at] == " " or mark != "." else cells[at]
        yield Text(f"{set_cell_size(each.label, label)}  {''.join(cells)}".rstrip())
    yield _axis(label, room, picture.until)


def _axis(label: int, room: int, until: int) -> Text:
    end = f"{until:,} ms"
    return Text(f"{' ' * label}  0{end.rjust(max(room - 1, len(end) + 1))}", style="dim")


def _room(width: int, label: int, behind: int) -> int:
    return min(max(width - label - 2 - behind, LEAST_PLOT), MOST_PLOT)


def _result(table: Table, width: int) -> Iterator[Text]:
    rows = [tuple(map(_cell, row)) for row in table.rows]
    right = [all(isinstance(row[at], int | None) for row in table.rows) for at in range(len(table.columns))]
    yield from _table(table.columns, rows, width, right)


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    return f"{cell:,}" if isinstance(cell, int) else cell


def _table(
    titles: Sequence[str], cells: Sequence[tuple[str, ...]], width: int, right: Sequence[bool] = ()
) -> Iterator[Text]:
    """A line a row; on the narrowest terminals the last columns are left out."""
    ends = right or [False] * len(titles)
    whole = [
        Column(title, elastic=not end and at > 0, right=end)
        for at, (title, end) in enumerate(zip(titles, ends, strict=True))
    ]
    # A figure is never folded; the words above it may stand one below the other.
    stacked = [_stacked(each, [row[at] for row in cells]) if each.right else each for at, each in enumerate(whole)]
    for columns, narrowest in ((whole, width), *((stacked[:kept], NARROWEST) for kept in range(len(titles), 0, -1))):
        rows = [Row(each[: len(columns)]) for each in cells]
        fitted = fit(columns, rows, width, narrowest)
        if fitted is not None:
            yield from draw(fitted, rows, width)
            return
    yield from (Text(each[0]) for each in cells)


def _stacked(column: Column, cells: Sequence[str]) -> Column:
    """The same with its title in lines as long as its longest word or figure."""
    room = max(map(cell_len, (*column.title.split(), *cells)))
    return replace(column, title="\n".join(textwrap.wrap(column.title, room, break_on_hyphens=False)))


def sims_json(sims: Sequence[Sim]) -> Json:
    """The list as data."""
    return {"sims": [{"name": each.slug, "title": each.title, **_parameters(each)} for each in sims]}


def _parameters(sim: Sim) -> Json:
    return {
        "parameters": [
            {"name": each.name, "default": shown(each.default), "says": each.says, "allowed": each.allowed}
            for each in sim.parameters
        ]
    }


def outcome_json(sim: Sim, settings: Settings, outcome: Outcome) -> Json:
    """The outcome as data: a row of the table is an object by its columns; times are milliseconds unless a name says s."""
    return {
        "name": sim.slug,
        "title": sim.title,
        "parameters": dict(settings.values),
        "says": list(outcome.says),
        "rows": [dict(zip(outcome.table.columns, row, strict=True)) for row in outcome.table.rows],
        "pictures": [{"kind": type(each).__name__.lower(), **asdict(each)} for each in outcome.pictures],
    }
