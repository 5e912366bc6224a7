"""`gym doctor`: what the gym runs on, and what is broken."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from gym import __version__
from gym.errors import JudgeError
from gym.progress.migrations import VERSION
from tests.cli.conftest import Desk
from tests.support.content import write_kata

PARTS = ["python", "gym", "libraries", "content", "judge", "sandbox", "workspace", "progress", "saves"]


@pytest.fixture(autouse=True)
def judging(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small katas have no race that could be run, and the walls are another test's."""
    monkeypatch.setattr("gym.cli.examining.judge_briefly", lambda kata: None)
    monkeypatch.setattr("gym.cli.examining.climb", lambda: "tier Z (thick walls)")


def findings(desk: Desk) -> dict[str, tuple[bool, str]]:
    document = json.loads(desk.gym("doctor", "--json").out)
    return {each["part"]: (each["broken"], each["says"]) for each in document["findings"]}


def test_where_all_is_well_each_part_has_its_line(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    said = begun.gym("doctor")
    assert (said.status, said.err) == (0, "Nothing is broken.\n")
    lines = said.out.splitlines()
    assert [line.split()[:2] for line in lines] == [["ok", part] for part in PARTS]
    assert lines[1].startswith(f"ok      gym        {__version__} in ")
    assert lines[4] == ("ok      judge      sandbox tier F: a process of its own with limits on CPU and memory; it works")
    assert lines[5] == "ok      sandbox    for code of others: tier Z (thick walls)"
    assert lines[6] == f"ok      workspace  {begun.cwd}, with 07-counter"
    assert lines[7] == (
        f"ok      progress   {begun.cwd}/.gym/progress.db, format {VERSION}, 0 attempts, SQLite {sqlite3.sqlite_version}"
    )


def test_it_says_the_libraries_and_the_content_with_their_versions(begun: Desk) -> None:
    found = findings(begun)
    names = [each.split()[0] for each in found["libraries"][1].split(", ")]
    assert names == [
        "fsrs", "jinja2", "markdown-it-py", "msgspec", "platformdirs",
        "pytest", "pytest-asyncio", "rich", "textual", "typer", "watchfiles",
    ]  # fmt: skip
    assert found["content"][1].startswith("2 katas, version ")
    before = found["content"][1]
    (begun.catalogue.place.races / "08-clock" / "race_counter.py").write_text("# another\n")
    assert findings(begun)["content"][1] != before


def test_a_gym_that_is_not_installed_says_how_to(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.cli.examining.DISTRIBUTION", "asyncio-race-gym-that-is-not-there")
    assert findings(begun)["libraries"] == (True, "the gym itself is not installed; in its clone: pip install -e .")


def test_at_80_columns_only_a_path_makes_a_line_longer(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = begun.gym("doctor").out.splitlines()
    assert [line for line in lines if len(line) > 80 and os.sep not in line] == []
    assert {line[8:19].strip() for line in lines} == {*PARTS, ""}


def test_outside_of_a_workspace_nothing_is_broken(desk: Desk) -> None:
    said = desk.gym("doctor")
    assert (said.status, said.err) == (0, "Nothing is broken.\n")
    assert findings(desk)["workspace"] == (False, f"none around {desk.cwd}; make one with: gym init race-gym")


def test_a_damaged_store_is_one_broken_part_and_the_others_are_told_all_the_same(begun: Desk) -> None:
    store = begun.cwd / ".gym" / "progress.db"
    store.write_bytes(b"?" * 5000)
    said = begun.gym("doctor")
    assert (said.status, said.err) == (1, "One part is broken.\n")
    assert [line.split()[0] for line in said.out.splitlines() if line[8:19].strip() == "progress"] == ["broken"]
    assert findings(begun)["progress"] == (
        True,
        f"{store} is damaged or is no database; move it away and the gym makes a new one.",
    )


def test_the_store_of_a_newer_gym_is_said_to_be_one(begun: Desk) -> None:
    newer = sqlite3.connect(begun.cwd / ".gym" / "progress.db")
    newer.execute("PRAGMA user_version = 99")
    newer.close()
    broken, says = findings(begun)["progress"]
    assert (broken, says.split(" (")[0]) == (True, "this workspace was last used by a newer gym")


def test_a_store_that_cannot_be_written_is_broken(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / ".gym")
    (begun.cwd / ".gym" / "progress.db").mkdir(parents=True)
    assert findings(begun)["progress"] == (True, f"{begun.cwd}/.gym/progress.db: it is not kept: it is read-only.")


def test_content_that_is_wrong_is_named(begun: Desk) -> None:
    write_kata(begun.catalogue.place, "08-clock", "level = 9")
    said = begun.gym("doctor", "--json")
    broken, says = findings(begun)["content"]
    assert (said.status, broken) == (1, True)
    assert says.startswith(str(begun.catalogue.place.exercises / "08-clock" / "exercise.toml"))


def test_content_that_is_gone_breaks_all_that_needs_it_and_not_the_doctor(begun: Desk, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "content")
    said = begun.gym("doctor")
    assert (said.status, said.err) == (1, "3 of 9 parts are broken.\n")


def test_a_judge_that_does_not_work_is_said(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tier = "sandbox tier F: a process of its own with limits on CPU and memory"
    monkeypatch.setattr("gym.cli.examining.judge_briefly", lambda kata: "the subject ended early")
    assert findings(begun)["judge"] == (True, f"{tier}; but 07-counter could not be judged: the subject ended early")

    def fails(kata: object) -> None:
        raise JudgeError("the subject could not be started")

    monkeypatch.setattr("gym.cli.examining.judge_briefly", fails)
    assert findings(begun)["judge"] == (True, "the subject could not be started")


def test_a_file_system_that_announces_nothing_is_named(begun: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gym.watch.filesystem.kind_of", lambda folder, mounts=None: "nfs4")
    assert findings(begun)["saves"] == (
        False,
        "seen by looking four times a second, since nfs4 does not announce changes",
    )


def test_for_real_the_judge_works(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gym", "doctor", "--json"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = {each["part"]: each["says"] for each in json.loads(done.stdout)["findings"]}
    assert found["judge"].endswith("; it works")
    assert re.match(r"for code of others: tier [ABF] \([^()]+\)(; not A: |$)", found["sandbox"])
