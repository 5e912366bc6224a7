"""Wrong usage and broken surroundings: a sentence, an exit status, and nothing lost."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from gym.progress import Workspace
from tests.cli.conftest import Desk
from tests.support.judges import failing, kata_verdict


def first_line(text: str) -> str:
    return text.splitlines()[0]


def test_an_unknown_kata_is_answered_with_the_nearest(begun: Desk) -> None:
    said = begun.gym("check", "07-conter")
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: there is no kata '07-conter'; the nearest is 07-counter. See them all: gym list\n"


@pytest.mark.parametrize("arguments", [["frobnicate"], ["check", "--nope"], ["start"], ["replay"], ["check", "a", "b"]])
def test_wrong_usage_ends_2(begun: Desk, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    said = begun.gym(*arguments)
    assert (said.status, said.out) == (2, "")
    assert capsys.readouterr().err.startswith("Usage: gym")


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("nothing.py", "--file nothing.py: there is no such file."),
        ("07-counter", "--file 07-counter: this is a folder; name the Python file in it."),
        ("/dev/null", "--file /dev/null: this is not a regular file."),
    ],
)
def test_a_file_that_is_none_ends_2(begun: Desk, path: str, sentence: str) -> None:
    said = begun.gym("check", "07", "--file", path, "--json")
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_a_file_without_a_kata_ends_2(begun: Desk) -> None:
    said = begun.gym("check", "--file", "07-counter/counter.py")
    assert said.status == 2
    assert said.err == "gym: --file needs the kata's name before it: gym check KATA --file PATH\n"


def test_a_kata_that_was_not_begun_says_how_to(begun: Desk) -> None:
    said = begun.gym("check", "08")
    assert (said.status, said.out) == (2, "")
    assert said.err.endswith("gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n")


def test_a_kata_whose_folder_was_removed_says_how_to_begin_it_again(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / "07-counter")
    assert "begin it with: gym start 07-counter" in begun.gym("check").err
    assert begun.gym().out == "Next is 07-counter:  gym start 07-counter\n"


def test_an_empty_workspace_says_where_to_begin(desk: Desk) -> None:
    (desk.cwd / ".gym").mkdir()
    said = desk.gym("check")
    assert (said.status, said.err) == (2, "gym: no kata was begun in this workspace yet; see them with: gym list\n")
    assert desk.gym().out == "Next is 07-counter:  gym start 07-counter\n"


@pytest.mark.parametrize(
    "command",
    ["list", "list 07", "check", "watch", "start 07", "start 07 --diff", "start 07 --keep", "hint 07", "explain 07",
     "solution 07 --diff", "reset", "open", "snapshots", ""],
)  # fmt: skip
def test_a_workspace_from_a_newer_gym_is_left_alone(begun: Desk, command: str) -> None:
    newer = sqlite3.connect(begun.cwd / ".gym" / "progress.db")
    newer.execute("PRAGMA user_version = 9")
    newer.close()
    said = begun.gym(*command.split())
    assert (said.status, said.out) == (2, "")
    assert said.err.splitlines()[-1].startswith("gym: this workspace was last used by a newer gym")


def test_where_progress_cannot_be_kept_work_is_judged_all_the_same(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / ".gym")
    (begun.cwd / ".gym" / "progress.db").mkdir(parents=True)
    begun.will_say(kata_verdict(failing()))
    said = begun.gym("check", "07", "--json")
    assert (said.status, json.loads(said.out)["verdict"]) == (1, "rejected")
    assert said.err == "Progress is not kept: it is read-only.\n"


def test_where_the_memory_was_removed_in_mid_judgement_the_word_is_given(
    begun: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Workspace(begun.cwd)
    shutil.rmtree(begun.cwd / ".gym")
    monkeypatch.setattr(Workspace, "find", lambda start: found)
    begun.will_say(kata_verdict(failing()))
    said = begun.gym("check", "07", "--json")
    assert (said.status, json.loads(said.out)["verdict"]) == (1, "rejected")
    assert said.err == "Progress is not kept: the folder .gym is not there.\n"


def test_a_damaged_store_is_left_alone_and_named(begun: Desk) -> None:
    (begun.cwd / ".gym" / "progress.db").write_bytes(b"?" * 5000)
    said = begun.gym("check", "07")
    assert said.status == 2
    assert said.err.splitlines()[-1].endswith("move it away and the gym makes a new one.")


@pytest.mark.parametrize("command", ["", "list", "check"])
def test_a_store_that_is_damaged_further_in_is_named_too(begun: Desk, command: str) -> None:
    store = begun.cwd / ".gym" / "progress.db"
    head = store.read_bytes()[:4096]
    store.write_bytes(head + b"?" * (store.stat().st_size - len(head)))
    said = begun.gym(*command.split())
    assert (said.status, said.out) == (2, "")
    assert said.err.endswith(f"gym: {store} is damaged or is no database; move it away and the gym makes a new one.\n")
    assert store.read_bytes()[4096:5000] == b"?" * 904


def test_a_workspace_that_can_keep_nothing_says_so_when_it_is_made(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> sqlite3.Connection:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr("gym.progress.store.open_for_writing", full)
    said = desk.gym("init", "w")
    assert (said.status, said.err) == (0, "Progress is not kept: the disk is full.\n")
    assert said.out.startswith("Made a workspace in ")


def test_init_on_a_file_is_refused(desk: Desk) -> None:
    (desk.cwd / "file").write_text("")
    said = desk.gym("init", "file")
    assert said.status == 2
    assert "file is a file or lies below one; a workspace needs a folder" in said.err


def test_init_inside_a_workspace_is_refused(begun: Desk) -> None:
    assert begun.gym("init", "07-counter").status == 2


def test_content_that_is_not_there_ends_3(desk: Desk, tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "content")
    said = desk.gym("list")
    assert said.status == 3
    assert said.err.endswith("no folder here holds a kata.\n")
