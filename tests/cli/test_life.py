"""The whole life of a kata at 80 columns, word for word, as its learner reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.cli.conftest import Desk, Said
from tests.support.judges import TOKEN, failing, kata_verdict, passing

REJECTED = kata_verdict(failing(fault="stale-count"), passing("other"))
ACCEPTED = kata_verdict(replace(passing(), fault="stale-count"), passing("other"))
GOLDEN = Path(__file__).parent / "golden" / "life.txt"


def told(command: str, said: Said, root: Path) -> str:
    """A command with all it wrote, talk marked by a bar; the folder's and the schedule's names are not the same twice."""
    talk = "".join(f"| {line}".rstrip() + "\n" for line in said.err.splitlines())
    text = f"$ {command}   [{said.status}]\n{talk}{said.out}\n"
    return text.replace(str(root), "HOME").replace(TOKEN, "TOKEN")


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch, desk: Desk) -> Desk:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("gym.progress.snapshots.utc_now", lambda: "2026-01-01T10:00:00+00:00")
    return desk


def test_from_the_first_command_to_the_explained_victory(wide: Desk) -> None:
    root = wide.cwd
    parts = []

    def gym(command: str, keyboard: str | None = None) -> None:
        parts.append(told(f"gym {command}".rstrip(), wide.gym(*command.split(), keyboard=keyboard), root))

    gym("")
    gym("init race-gym")
    wide.cwd /= "race-gym"
    gym("")
    gym("list")
    gym("start 07")
    gym("hint")
    gym("hint --tier 3")
    wide.will_say(REJECTED)
    gym("check")
    gym("list")
    gym("list 07")
    gym("explain")
    gym("solution --give-up", keyboard="n\n")
    (wide.cwd / "07-counter" / "counter.py").write_text("count = 1\n")
    gym("reset", keyboard="y\n")
    gym("snapshots")
    gym("snapshots show 1")
    gym("snapshots restore 1")
    wide.will_say(ACCEPTED)
    gym("check")
    gym("explain")
    gym("solution --diff")
    gym("list")
    gym("")
    text = "".join(parts)
    assert text == GOLDEN.read_text(encoding="utf-8")
    too_long = [line for line in text.splitlines() if len(line.removeprefix("| ")) > 80 and "HOME" not in line]
    # The answer is typed behind the question, and ends its line.
    assert [line for line in too_long if "[y/N] Nothing was changed." not in line] == []
