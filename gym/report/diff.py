"""Two texts compared, as lines with a sign at the front; colour only repeats the sign."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from rich.text import Text

from gym.engine.text import printable

_STYLES = {"+": "green", "-": "red", "@": "cyan"}


def diff_lines(old: str, new: str, old_name: str, new_name: str) -> Iterator[Text]:
    """A unified diff; no line at all when the texts hold the same lines. Line ends and a byte order mark do not count."""
    found = difflib.unified_diff(_lines(old), _lines(new), old_name, new_name, lineterm="")
    for number, line in enumerate(found):
        style = "bold" if number < 2 else _STYLES.get(line[:1], "")
        yield Text(printable(line[:1] + line[1:].expandtabs(4)), style=style)


def _lines(text: str) -> list[str]:
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    return plain.split("\n") if plain else []
