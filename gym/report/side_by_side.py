"""Two texts beside each other: lines that are the same stand at one height, what differs is marked on both sides."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from itertools import zip_longest

from rich.text import Text

from gym.engine.text import printable
from gym.report.text import shorten_end

BETWEEN = " | "
CONTEXT = 3
"""Lines shown around what differs; the rest of what is the same is left out."""

Pair = tuple[str | None, str | None, bool]
"""A line of each side, None where there is none, and whether they differ."""


def side_by_side(mine: str, theirs: str, width: int, titles: tuple[str, str] = ("yours", "reference")) -> Iterator[Text]:
    """Lines of `width` cells. No line at all when both hold the same."""
    pairs = _near_differences(_pairs(mine.splitlines(), theirs.splitlines()))
    if not pairs:
        return
    half = max((width - len(BETWEEN)) // 2, 8)
    yield Text(f"{titles[0]:<{half}}{BETWEEN}{titles[1]}", style="bold")
    for pair in pairs:
        yield Text(f"{'...':<{half}}{BETWEEN}...", style="dim") if pair is None else _line(pair, half)


def _line(pair: Pair, half: int) -> Text:
    left, right, differs = pair
    one, other = (_shown(text, sign, half) for text, sign in ((left, "-"), (right, "+")))
    if not differs:
        one, other = (_shown(text, " ", half) for text in (left, right))
    line = Text(one.ljust(half), style="red" if differs and left is not None else "")
    return Text.assemble(line, BETWEEN, (other, "green" if differs and right is not None else ""))


def _shown(text: str | None, sign: str, half: int) -> str:
    return "" if text is None else shorten_end(f"{sign} {printable(text.expandtabs(4))}", half)


def _pairs(mine: list[str], theirs: list[str]) -> list[Pair]:
    found: list[Pair] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes():
        left, right = mine[a:b], theirs[c:d]
        found += [(one, other, tag != "equal") for one, other in zip_longest(left, right)]
    return found


def _near_differences(pairs: list[Pair]) -> list[Pair | None]:
    """Only lines near a difference; None stands for those left out in between."""
    near = {at + by for at, pair in enumerate(pairs) if pair[2] for by in range(-CONTEXT, CONTEXT + 1)}
    kept: list[Pair | None] = []
    for at, pair in enumerate(pairs):
        if at in near:
            kept.append(pair)
        elif kept and kept[-1] is not None:
            kept.append(None)
    return kept[:-1] if kept and kept[-1] is None else kept
