"""Text that learners or their code produced, made safe for a terminal, a message or a document."""

from __future__ import annotations

import unicodedata

GAP = "..."


def printable(text: str) -> str:
    """`text` with everything that a terminal could act on written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    if unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return letter
    return letter.encode("unicode_escape").decode("ascii")


def told(text: str, most: int) -> str:
    """`text` as one printable line of at most `most` characters, its middle left out: both ends tell more than it."""
    # What is cut away need not be made printable first; an escape is longer than what it stands for.
    line = printable(" ".join(_cut(text, 4 * most).splitlines()))
    return _cut(line, most)


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    room = most - len(GAP)
    return f"{text[: (room + 1) // 2]}{GAP}{text[len(text) - room // 2 :]}"
