"""A room over a small curriculum, with a judge that says what it was told to say."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from gym.judge.verdict import KataVerdict
from gym.progress import Workspace
from gym.tui.practice import Practice
from tests.support.content import small_catalogue
from tests.support.judges import FakeJudge, kata_verdict, passing

PATIENCE_S = 20.0
"""How long a condition is waited for: a slow machine is no failure."""


class HeldJudge(FakeJudge):
    """Says nothing before it may."""

    def __init__(self) -> None:
        super().__init__([kata_verdict(passing())])
        self.may_answer = threading.Event()
        self.may_answer.set()

    def judge(self, *arguments: Any, **options: Any) -> KataVerdict:
        """See Judge."""
        assert self.may_answer.wait(PATIENCE_S)
        return super().judge(*arguments, **options)


class Bench:
    """A practice whose judge can be told what to say."""

    def __init__(self, root: Path) -> None:
        self.judge = HeldJudge()
        self.opened: list[str] = []
        self.reset: list[str] = []
        catalogue = small_catalogue(root / "content", "07-counter", "08-clock")
        self.following = catalogue.find("08")
        self.practice = Practice(
            workspace=Workspace.make(root / "home"),
            catalogue=catalogue,
            judge=self.judge,
            replayer=self.judge,
            open_editor=lambda kata: self.opened.append(kata.id) or "",  # type: ignore[func-returns-value]
            reset=lambda kata: self.reset.append(kata.id) or f"put back {kata.id}",  # type: ignore[func-returns-value]
            next_kata=lambda: self.following,
            keep_details=lambda error: f"a file about {error}",
        )
        self.kata = self.practice.begun(catalogue.find("07"))

    @property
    def file(self) -> Path:
        """The learner's file."""
        return self.practice.workspace.folder_of("07-counter") / "counter.py"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


async def until(pilot: Pilot[None], holds: Callable[[], bool]) -> None:
    """Wait for a condition, which threads may bring about."""
    end = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < end, "\n".join(shown(pilot))
        await pilot.pause()
        await asyncio.sleep(0.005)
    await pilot.pause()


def screen(pilot: Pilot[None]) -> Screen[object]:
    """The one on top."""
    return pilot.app.screen


def shown(pilot: Pilot[None]) -> list[str]:
    """What stands on the screen, line by line."""
    strips = screen(pilot)._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def shows(pilot: Pilot[None], text: str) -> Callable[[], bool]:
    """A condition: that the text stands on the screen."""
    return lambda: text in "\n".join(shown(pilot))


def told(pilot: Pilot[None], text: str) -> Callable[[], bool]:
    """A condition: that a notice beside the screens says so."""
    return lambda: any(text in notice.message for notice in pilot.app._notifications)


def word(pilot: Pilot[None]) -> str:
    """The line below the title."""
    return str(screen(pilot).query_one("#word", Static).render())
