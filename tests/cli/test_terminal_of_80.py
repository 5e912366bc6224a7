"""What is said on a terminal of 80 columns: no word is broken, and no command."""

from __future__ import annotations

import io

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from tests.cli.conftest import Desk
from tests.support.judges import failing, kata_verdict


class Screen(io.StringIO):
    """Output that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def seen(desk: Desk, *arguments: str) -> list[str]:
    """What a command writes where both streams are one terminal."""
    screen = Screen()
    run(arguments, Session(desk.cwd, io.StringIO(), screen, screen, desk.judge, desk.catalogue))
    return screen.getvalue().splitlines()


@pytest.fixture
def narrow(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    return begun


def test_a_next_step_that_does_not_fit_ends_in_its_command_on_a_line_of_its_own(narrow: Desk) -> None:
    narrow.will_say(kata_verdict(failing("first"), failing()))
    assert seen(narrow, "check")[-3:] == [
        "Another check's table, by its name in brackets:",
        "  gym check 07-counter --only both-count",
        "Next: change counter.py and have each save judged:  gym watch 07-counter",
    ]


def test_what_fits_stays_on_one_line_and_a_pipe_gets_whole_lines(narrow: Desk) -> None:
    assert seen(narrow) == ["You began 07-counter: read 07-counter/brief.md, then:  gym watch 07-counter"]
    narrow.will_say(kata_verdict(failing("first"), failing()))
    assert "brackets:  gym check 07-counter --only both-count\n" in narrow.gym("check").err


def test_an_error_breaks_at_spaces(narrow: Desk) -> None:
    assert seen(narrow, "check", "08") == ["gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock"]
    assert seen(narrow, "check", "--only", "nothing-like-that") == [
        "gym: --only nothing-like-that: 07-counter has no check of that name; there are:",
        "first, both-count, other",
    ]
