"""What others wrote, on its way to a terminal, a message or a document."""

from __future__ import annotations

import pytest

from gym.engine.text import told


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("x = 1  # two spaces stay", "x = 1  # two spaces stay"),
        ("one\ntwo\r\nthree", "one two three"),
        ("\x1b[2Jred\x07", "\\x1b[2Jred\\x07"),
        ("\u202eback", "\\u202eback"),
        ("a" * 30 + "b" * 31, "a" * 29 + "..." + "b" * 28),
        ("\x07" * 10_000_000, "\\x07" * 7 + "\\" + "..." + "\\x07" * 7),
    ],
)
def test_a_told_text_is_one_printable_line_of_bounded_length(text: str, shown: str) -> None:
    assert told(text, 60) == shown
