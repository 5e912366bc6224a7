"""The command as a process of its own: streams, exit statuses, and what its output is made of."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gym import __version__

GYM = [sys.executable, "-m", "gym"]


def gym(*arguments: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    return subprocess.run([*GYM, *arguments], cwd=cwd, env={**kept, **environ}, capture_output=True, text=True, check=False)


def test_the_version_is_one_line(tmp_path: Path) -> None:
    done = gym("--version", cwd=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"gym {__version__}\n", "")


def test_help_names_every_command(tmp_path: Path) -> None:
    done = gym("--help", cwd=tmp_path)
    commands = done.stdout.partition("Commands:\n")[2]
    assert [line.split()[0] for line in commands.splitlines() if line.strip()] == [
        "init", "list", "start", "check", "watch", "replay", "play", "spot", "open", "hint", "explain", "solution", "reset",
        "snapshots", "prove", "primer", "drill", "chain", "quiz", "sim", "investigate", "review", "interview", "progress",
        "race", "scan", "demo", "doctor", "author",
    ]  # fmt: skip


@pytest.mark.parametrize("environ", [{}, {"COLUMNS": "60"}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_into_a_pipe_goes_plain_text_of_the_width_asked_for(tmp_path: Path, environ: dict[str, str]) -> None:
    done = gym("list", cwd=tmp_path, **environ)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= int(environ.get("COLUMNS", "100"))


def test_json_is_data_and_talk_is_elsewhere(tmp_path: Path) -> None:
    done = gym("list", "--json", cwd=tmp_path)
    assert {kata["state"] for kata in json.loads(done.stdout)["katas"]} == {"untouched"}
    assert done.stderr == ""


def test_wrong_usage_ends_2_and_says_so_on_the_other_stream(tmp_path: Path) -> None:
    done = gym("start", "02", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX pipes")
def test_a_reader_that_went_away_is_no_traceback(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [*GYM, "list", "--json"], cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_any_encoding_will_do(tmp_path: Path) -> None:
    place = tmp_path / "naïve"
    place.mkdir()
    done = gym("init", cwd=place, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "na\\xefve" in done.stdout
