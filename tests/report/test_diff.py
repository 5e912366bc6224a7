"""Two texts compared, and code with its colours."""

from __future__ import annotations

import pytest

from gym.report.code import code_text
from gym.report.diff import diff_lines


def diff(old: str, new: str) -> list[str]:
    return [line.plain for line in diff_lines(old, new, "mine", "theirs")]


def test_only_what_changed_and_three_lines_around_it_are_shown() -> None:
    old = "".join(f"{number}\n" for number in range(1, 20))
    assert diff(old, old.replace("10\n", "ten\n")) == [
        "--- mine", "+++ theirs", "@@ -7,7 +7,7 @@", " 7", " 8", " 9", "-10", "+ten", " 11", " 12", " 13",
    ]  # fmt: skip


@pytest.mark.parametrize("new", ["a\nb\n", "a\nb", "a\r\nb\r\n", "a\rb\r", "\ufeffa\nb\n"])
def test_line_ends_and_a_byte_order_mark_are_no_difference(new: str) -> None:
    assert diff("a\nb\n", new) == []
    assert diff(new, "a\nb\n") == []


def test_an_empty_text_has_no_lines() -> None:
    assert diff("", "") == []
    assert diff("", "a\n") == ["--- mine", "+++ theirs", "@@ -0,0 +1 @@", "+a"]


def test_nothing_in_a_text_reaches_the_terminal_as_a_command() -> None:
    assert diff("", "\x1b[2J\tx\u202e") == ["--- mine", "+++ theirs", "@@ -0,0 +1 @@", "+\\x1b[2J    x\\u202e"]


def test_colour_repeats_the_sign_and_a_removed_line_of_dashes_is_no_heading() -> None:
    lines = list(diff_lines("-- x\n", "++ x\n", "mine", "theirs"))
    assert [(line.plain, line.style) for line in lines] == [
        ("--- mine", "bold"), ("+++ theirs", "bold"), ("@@ -1 +1 @@", "cyan"), ("--- x", "red"), ("+++ x", "green"),
    ]  # fmt: skip


@pytest.mark.parametrize("source", ["", "x = 1\n", "x = 1", "\n\nx = 1\n\n", "def broken(:\n", "\tx = '\u00e9'\n"])
def test_code_stands_as_it_is_written(source: str) -> None:
    assert code_text(source).plain == source


def test_code_has_colours() -> None:
    assert len(code_text("def f(): return 1\n").spans) > 0
