"""Single key presses, on a pseudo-terminal."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from typing import TextIO

import pytest

from gym.watch import Inbox, Pressed, terminal_keys

pty = pytest.importorskip("pty", reason="pseudo-terminals")
termios = pytest.importorskip("termios")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")


@pytest.fixture
def terminal() -> Iterator[tuple[int, TextIO]]:
    """Our end of a terminal, and the end that a program reads."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs) as stdin:
        yield ours, stdin
    os.close(ours)


def test_keys_come_without_enter_and_enter_is_a_newline(terminal: tuple[int, TextIO]) -> None:
    ours, stdin = terminal
    inbox = Inbox()
    with terminal_keys(stdin, inbox.put) as has_keys:
        assert has_keys
        os.write(ours, b"h\rq")
        assert [inbox.get(timeout=10) for _ in range(3)] == [Pressed("h"), Pressed("\n"), Pressed("q")]


def test_the_terminal_is_left_as_it_was(terminal: tuple[int, TextIO]) -> None:
    _ours, stdin = terminal
    before = termios.tcgetattr(stdin)
    during = []

    def interrupted() -> None:
        with terminal_keys(stdin, Inbox().put):
            during.append(termios.tcgetattr(stdin))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert during != [before]
    assert termios.tcgetattr(stdin) == before


def test_without_a_terminal_there_are_no_keys() -> None:
    inbox = Inbox()
    with terminal_keys(io.StringIO("q"), inbox.put) as has_keys:
        assert not has_keys
    assert inbox.empty()
