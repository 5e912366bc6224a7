"""The program is killed at any moment of a session on a real terminal: nothing that was done is lost."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest

from gym.curriculum import Catalogue, content_place
from gym.progress import Workspace

pytest.importorskip("pty", reason="no pseudo-terminals on this system")

from tests.support.terminal import Terminal

KILLS = 5
FIXED = (content_place().solutions / "00-warm-up" / "solution.py").read_text(encoding="utf-8")
STARTER = (content_place().exercises / "00-warm-up" / "mailer.py").read_text(encoding="utf-8")


def attempts(workspace: Workspace) -> int:
    database = sqlite3.connect(workspace.root / ".gym" / "progress.db")
    try:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(database.execute("SELECT count(*) FROM attempts").fetchone()[0])
    finally:
        database.close()


def test_whatever_the_moment_no_progress_and_no_edit_is_lost(tmp_path: Path) -> None:
    workspace = Workspace.make(tmp_path / "home")
    kata = Catalogue(content_place()).find("00")
    workspace.start(kata)
    with workspace.open_store() as store:
        store.start(kata.id)
    mine = workspace.folder_of(kata.id) / kata.entry
    moments = random.Random(11)
    counted = 0
    for number in range(KILLS):
        terminal = Terminal(workspace.root, "watch", "00")
        try:
            assert terminal.read_for(60, b"points"), "the screen never had a word"
            terminal.press(b"h")
            text = f"{STARTER if number % 2 else FIXED}\n# edit {number}\n"
            mine.write_text(text, encoding="utf-8")
            terminal.read_for(moments.uniform(0.0, 1.2))
        finally:
            terminal.kill()
        assert mine.read_text(encoding="utf-8") == text
        now = attempts(workspace)
        assert now > counted
        counted = now
    with workspace.open_store() as store:
        known = store.progress()[kata.id]
    assert known.attempts == counted
    assert 1 <= known.hints <= KILLS
