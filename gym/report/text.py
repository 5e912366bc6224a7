"""Text made short enough to show in terminal cells."""

from __future__ import annotations

from rich.cells import cell_len, chop_cells, set_cell_size

from gym.engine.text import GAP


def shorten(text: str, width: int) -> str:
    """`text` in at most `width` terminal cells, its middle left out: both ends tell more than it."""
    if cell_len(text) <= width:
        return text
    if width <= len(GAP):
        return set_cell_size(text, max(width, 0)).rstrip()
    room = width - len(GAP)
    head = set_cell_size(text, (room + 1) // 2).rstrip()
    tail = set_cell_size(text[::-1], room // 2).rstrip()[::-1] if room > 1 else ""
    return f"{head}{GAP}{tail}"


def shorten_end(text: str, width: int) -> str:
    """`text` in at most `width` terminal cells, its end left out."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, max(width - len(GAP), 0)).rstrip() + GAP


def fold(text: str, width: int, most: int) -> list[str]:
    """`text` broken at spaces into lines of `width` cells, at most `most` of them; one line at least."""
    if cell_len(text) <= width:
        return [text]
    lines, line = [], ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        *whole, line = chop_cells(word, width) or [""]
        lines.extend(whole)
    lines.append(line)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], shorten(" ".join(lines[most - 1 :]), width)]


def count(number: int, noun: str) -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def faults_sentence(gone: int, planted: int, broken: int) -> str:
    """How many planted faults are gone. Where all are, and `broken` promises are not kept, nothing sounds like done."""
    if gone < planted or not broken:
        return f"{gone} of {count(planted, 'fault')} gone"
    faults = "the planted fault is gone" if planted == 1 else f"all {planted} planted faults are gone"
    return f"{faults}; {count(broken, 'promise')} {'is' if broken == 1 else 'are'} still broken"
