"""Text made short enough to show in terminal cells."""

from __future__ import annotations

import re
import textwrap

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


_WITH_COMMAND = re.compile(r"(.*\S:)\s+((?:gym|cd) .+)")


def sentence_lines(sentence: str, width: int) -> list[str]:
    """One line of talk for a terminal of that width. What does not fit is broken at spaces only.

    A command at its end then stands on a line of its own, whole, where it can be copied.
    """
    if cell_len(sentence) <= width:
        return [sentence]
    ending = _WITH_COMMAND.fullmatch(sentence)
    if ending is not None:
        return [*_broken_at_spaces(ending[1], width), f"  {ending[2]}"]
    return _broken_at_spaces(sentence, width)


def _broken_at_spaces(text: str, width: int) -> list[str]:
    """A word that is too long, a path most often, is left to the terminal, which copies it as one."""
    indent = " " * (len(text) - len(text.lstrip(" ")))
    return textwrap.wrap(text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def count(number: int, noun: str) -> str:
    """`1 check`, `2 checks`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def faults_sentence(gone: int, planted: int, broken: int) -> str:
    """How many planted faults are gone. Where all are, and `broken` promises are not kept, nothing sounds like done."""
    if gone < planted or not broken:
        return f"{gone} of {count(planted, 'fault')} gone"
    faults = "the planted fault is gone" if planted == 1 else f"all {planted} planted faults are gone"
    return f"{faults}; {count(broken, 'promise')} {'is' if broken == 1 else 'are'} still broken"
