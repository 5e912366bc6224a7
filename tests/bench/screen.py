"""The watch screen on a real terminal: how long until it shows something, and until it answers a key in mid-check."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from gym.curriculum import find_kata
from gym.progress import Workspace
from tests.bench.measure import Row
from tests.support.terminal import Terminal

PATIENCE_S = 60


def screen_rows(rounds: int) -> list[Row]:
    """Medians over so many starts on the reference of 02, whose judgement takes long enough to press keys in."""
    kata = find_kata("02")
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace.make(Path(folder) / "home")
        workspace.start(kata)
        with workspace.open_store() as store:
            store.start(kata.id)
        mine = workspace.folder_of(kata.id) / kata.entry
        mine.write_bytes(kata.reference.files[kata.entry].read_bytes())
        told = [_once(workspace.root) for _ in range(rounds)]
    return [
        Row("`gym watch` to its first paint", statistics.median(paint for paint, _key in told), "ms", "<= 500 ms"),
        Row(
            "a key's answer on the screen while a check runs",
            statistics.median(key for _paint, key in told),
            "ms",
            "<= 50 ms",
        ),
    ]


def _once(root: Path) -> tuple[float, float]:
    began = time.perf_counter()
    terminal = Terminal(root, "watch", "02")
    try:
        _wait(terminal, b"checking")
        paint = (time.perf_counter() - began) * 1000
        _wait(terminal, b"exploring")
        began = time.perf_counter()
        terminal.press(b"b")
        _wait(terminal, b"the ticket")
        return paint, (time.perf_counter() - began) * 1000
    finally:
        terminal.kill()


def _wait(terminal: Terminal, text: bytes) -> None:
    if not terminal.read_for(PATIENCE_S, text):
        raise TimeoutError(f"the screen never showed {text.decode()!r}")
