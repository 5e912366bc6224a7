"""A kata's visible tests, run as a learner runs them: they are green on the starter and on every solution."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from gym.curriculum.kata import Kata

LIMIT_S = 120
_SETTINGS = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"


def why_not_green(kata: Kata, files: Mapping[str, Path]) -> str | None:
    """What pytest says of the visible tests beside these learner files, in one line; None when they pass."""
    with tempfile.TemporaryDirectory(prefix="gym-visible-") as folder:
        there = Path(folder)
        (there / "pytest.ini").write_text(_SETTINGS, encoding="utf-8")
        for name in kata.handed_out:
            (there / name).write_bytes(files.get(name, kata.folder / name).read_bytes())
        return _run(there, kata.tests)


def _run(folder: Path, tests: str) -> str | None:
    command = [sys.executable, "-B", "-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", "-W", "error", tests]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        return f"they do not end within {LIMIT_S} s"
    if done.returncode == 0:
        return None
    return _first(done.stdout + done.stderr)


def _first(told: str) -> str:
    """The line that tells most, without doubled spaces: the first of the summary, of an error, or of all."""
    lines = [line for line in told.splitlines() if line.strip()] or ["no test ran"]
    marks = ("FAILED", "ERROR", "E  ", "")
    found = next(line for mark in marks for line in lines if line.startswith(mark))
    return " ".join(found.split())
