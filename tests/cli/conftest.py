"""The command line with a curriculum and a judge of its own."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from gym.curriculum import Catalogue
from gym.judge.verdict import KataVerdict
from tests.support.content import small_catalogue
from tests.support.judges import FakeJudge, kata_verdict, passing


@dataclass
class Said:
    """What one command answered."""

    status: int
    out: str
    err: str


class Keyboard(io.StringIO):
    """Input that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass
class Desk:
    """Where a learner sits: a folder, a curriculum of two katas, and a judge that says what it was told."""

    cwd: Path
    catalogue: Catalogue
    judge: FakeJudge

    def gym(self, *arguments: str, stdin: str = "", keyboard: str | None = None) -> Said:
        """Call the command here; with `keyboard` somebody sits there, and types that."""
        out, err = io.StringIO(), io.StringIO()
        typed = io.StringIO(stdin) if keyboard is None else Keyboard(keyboard)
        session = Session(self.cwd, typed, out, err, self.judge, self.catalogue)
        status = run(arguments, session)
        return Said(status, out.getvalue(), err.getvalue())

    def will_say(self, *verdicts: KataVerdict | Exception) -> None:
        """What the judge says next."""
        self.judge.verdicts[:] = verdicts


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Outside of any workspace."""
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home"
    home.mkdir()
    catalogue = small_catalogue(tmp_path / "content", "07-counter", "08-clock")
    return Desk(home, catalogue, FakeJudge([kata_verdict(passing())]))


@pytest.fixture
def begun(desk: Desk) -> Desk:
    """In a workspace in which 07-counter was begun."""
    assert desk.gym("init").status == 0
    assert desk.gym("start", "07").status == 0
    return desk


Gym = Callable[..., Said]
