"""Two texts beside each other."""

from __future__ import annotations

import pytest

from gym.report.side_by_side import side_by_side


def plain(mine: str, theirs: str, width: int = 43) -> list[str]:
    return [line.plain.rstrip() for line in side_by_side(mine, theirs, width)]


def test_what_is_the_same_stands_at_one_height_and_what_differs_is_marked() -> None:
    mine = "import asyncio\n\nx = 1\ny = 2\n"
    theirs = "import asyncio\n\nx = 2\nz = 0\ny = 2\n"
    assert plain(mine, theirs) == [
        "yours                | reference",
        "  import asyncio     |   import asyncio",
        "                     |",
        "- x = 1              | + x = 2",
        "                     | + z = 0",
        "  y = 2              |   y = 2",
    ]


def test_only_lines_near_a_difference_are_shown() -> None:
    mine = "\n".join(map(str, range(40)))
    theirs = mine.replace("10\n", "ten\n", 1).replace("30\n", "thirty\n", 1)
    shown = plain(mine, theirs)
    assert len(shown) == 1 + 7 + 1 + 7
    assert shown[8].split() == ["...", "|", "..."]


def test_two_that_are_the_same_need_no_line() -> None:
    assert plain("a\nb", "a\r\nb") == []
    assert plain("", "") == []


@pytest.mark.parametrize("width", [20, 43, 80, 200])
def test_no_line_is_longer_than_there_is_room(width: int) -> None:
    lines = plain("x" * 300 + "\n\tk\n", "y" * 300 + "\n\x1b[2J", width)
    assert max(map(len, lines)) <= width
    assert not [line for line in lines if "\x1b" in line]
