"""`gym reset` and `gym snapshots`: starting over, and having it back."""

from __future__ import annotations

import io
import itertools
import json
import shutil
from pathlib import Path

import pytest

from gym.cli.app import run
from gym.cli.session import Session
from tests.cli.conftest import Desk
from tests.support.judges import kata_verdict, passing

QUESTION = "Put back counter.py of 07-counter? A snapshot keeps yours."
RESET = """\
Put back counter.py of 07-counter
What was there is snapshot 1. To have it back:
  gym snapshots 07-counter restore 1
"""


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = itertools.count()
    monkeypatch.setattr("gym.progress.snapshots.utc_now", lambda: f"2026-01-01T10:{next(minutes):02d}:00+00:00")


@pytest.fixture
def edited(begun: Desk) -> Desk:
    """With a version of one's own, made on Windows."""
    mine(begun).write_bytes(b"count = 7\r\n")
    return begun


def mine(desk: Desk) -> Path:
    return desk.cwd / "07-counter" / "counter.py"


def test_it_is_asked_about_then_done_and_what_was_there_is_kept(edited: Desk) -> None:
    said = edited.gym("reset", keyboard="y\n")
    assert (said.status, said.out, said.err) == (0, RESET, f"{QUESTION} [y/N] ")
    assert mine(edited).read_bytes() == b"count = 0\n"
    assert (edited.cwd / ".gym/snapshots/07-counter/1/counter.py").read_bytes() == b"count = 7\r\n"


@pytest.mark.parametrize("typed", ["", "n\n", "\n"])
def test_without_a_yes_nothing_is_changed(edited: Desk, typed: str) -> None:
    said = edited.gym("reset", keyboard=typed)
    assert (said.status, said.out) == (0, "")
    assert said.err.endswith("Nothing was changed.\n")
    assert mine(edited).read_bytes() == b"count = 7\r\n"


def test_without_a_terminal_it_needs_yes(edited: Desk) -> None:
    said = edited.gym("reset")
    assert (said.status, said.out) == (2, "")
    assert said.err == f"gym: {QUESTION} Nobody can be asked here without a terminal; say --yes to agree.\n"
    assert mine(edited).read_bytes() == b"count = 7\r\n"
    assert edited.gym("reset", "--yes").out == RESET


def test_what_was_not_changed_is_left_and_not_asked_about(begun: Desk) -> None:
    said = begun.gym("reset")
    assert (said.status, said.out, said.err) == (0, "", "07-counter is as it was handed out.\n")


def test_what_was_removed_comes_back_and_other_files_stay(begun: Desk) -> None:
    mine(begun).unlink()
    notes = begun.cwd / "07-counter" / "notes.txt"
    notes.write_text("mine")
    said = begun.gym("reset", "--yes")
    assert said.out == "Put back counter.py of 07-counter\n"
    assert (mine(begun).read_text(), notes.read_text()) == ("count = 0\n", "mine")


def test_progress_stays(edited: Desk) -> None:
    edited.will_say(kata_verdict(passing()))
    edited.gym("check")
    edited.gym("hint")
    edited.gym("reset", "--yes")
    kata = json.loads(edited.gym("list", "--json").out)["katas"][0]
    assert (kata["state"], kata["attempts"], kata["hints"]) == ("accepted", 1, 1)


def test_all_of_them_are_asked_about_once(edited: Desk) -> None:
    edited.gym("start", "08")
    (edited.cwd / "08-clock" / "ports.py").write_text("# mine\n")
    said = edited.gym("reset", "--all", keyboard="yes\n")
    assert said.err == "Put back counter.py of 07-counter; ports.py of 08-clock? A snapshot keeps yours. [y/N] "
    assert said.out == RESET + RESET.replace("counter.py", "ports.py").replace("07-counter", "08-clock")
    assert edited.gym("reset", "--all").err == "07-counter is as it was handed out.\n08-clock is as it was handed out.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["07", "--all"], "--all is every kata; leave out 07, or --all."),
        (["08"], "08-clock is not begun in this workspace; begin it with: gym start 08-clock"),
        (["09"], "there is no kata '09'. See them all: gym list"),
    ],
)
def test_what_cannot_be_reset_is_said(edited: Desk, arguments: list[str], sentence: str) -> None:
    said = edited.gym("reset", *arguments, "--yes")
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_where_nothing_was_begun_there_is_nothing_to_reset(desk: Desk) -> None:
    desk.gym("init")
    said = desk.gym("reset", "--all")
    assert (said.status, said.err) == (2, "gym: no kata was begun in this workspace yet; see them with: gym list\n")


def test_where_no_snapshot_can_be_kept_nothing_is_changed(edited: Desk) -> None:
    (edited.cwd / ".gym" / "snapshots").write_text("a file in its place")
    said = edited.gym("reset", "--yes")
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith(f"gym: {edited.cwd}/.gym/snapshots/07-counter: no snapshot can be kept here (")
    assert said.err.endswith("), so nothing was changed.\n")
    assert mine(edited).read_bytes() == b"count = 7\r\n"


def test_a_folder_where_a_file_should_be_is_named_and_nothing_is_changed(edited: Desk) -> None:
    brief = edited.cwd / "07-counter" / "brief.md"
    brief.unlink()
    brief.mkdir()
    said = edited.gym("reset", "--yes")
    assert (said.status, said.err) == (2, f"gym: {brief}: cannot be read (is a directory), so nothing was changed.\n")
    assert mine(edited).read_bytes() == b"count = 7\r\n"


def test_a_damaged_store_does_not_keep_anybody_from_starting_over(edited: Desk) -> None:
    (edited.cwd / ".gym" / "progress.db").write_bytes(b"?" * 5000)
    assert edited.gym("reset", "07", "--yes").out == RESET
    assert edited.gym("snapshots", "07", "restore", "1").status == 0
    assert mine(edited).read_bytes() == b"count = 7\r\n"


# -- snapshots


def test_the_list_says_when_and_why(edited: Desk) -> None:
    edited.gym("reset", "--yes")
    edited.gym("snapshots", "restore", "1")
    said = edited.gym("snapshots")
    assert (said.status, said.err) == (0, "What restoring one would change:  gym snapshots 07-counter show 2\n")
    assert said.out == (
        "    kept at (UTC)      when\n"
        "1   2026-01-01 10:00   before a reset\n"
        "2   2026-01-01 10:01   before snapshot 1 was restored\n"
    )
    assert edited.gym("snapshots", "07", "list").out == said.out


@pytest.mark.parametrize("width", ["80", "60", "20"])
def test_the_list_fits_the_terminal(edited: Desk, width: str, monkeypatch: pytest.MonkeyPatch) -> None:
    edited.gym("reset", "--yes")
    monkeypatch.setenv("COLUMNS", width)
    lines = edited.gym("snapshots").out.splitlines()
    assert max(map(len, lines)) <= max(int(width), 26)


def test_without_any_it_says_when_there_will_be_one(begun: Desk) -> None:
    said = begun.gym("snapshots")
    assert (said.status, said.out) == (0, "")
    assert said.err == "No snapshot of 07-counter yet: `gym reset` keeps one before it changes your files.\n"


def test_showing_one_is_what_restoring_it_would_change(edited: Desk) -> None:
    edited.gym("reset", "--yes")
    said = edited.gym("snapshots", "show", "1")
    assert said.out == "--- now/counter.py\n+++ snapshot-1/counter.py\n@@ -1 +1 @@\n-count = 0\n+count = 7\n"
    assert (said.status, said.err) == (0, "To have it back:  gym snapshots 07-counter restore 1\n")
    edited.gym("snapshots", "restore", "1")
    assert edited.gym("snapshots", "show", "1").err == "Your files hold the same lines as snapshot 1.\n"


def test_restoring_gives_back_every_byte_and_keeps_what_was_there(edited: Desk) -> None:
    edited.gym("reset", "--yes")
    mine(edited).write_text("count = 8\n")
    said = edited.gym("snapshots", "07", "restore", "1")
    assert said.out == (
        "Restored counter.py of 07-counter from snapshot 1\n"
        "What was there is snapshot 2. To have it back:\n  gym snapshots 07-counter restore 2\n"
    )
    assert mine(edited).read_bytes() == b"count = 7\r\n"
    said = edited.gym("snapshots", "restore", "1")
    assert (said.status, said.err) == (0, "Your files are as snapshot 1 has them; nothing was changed.\n")
    edited.gym("snapshots", "restore", "2")
    assert mine(edited).read_text() == "count = 8\n"
    # What is there now was kept before, so no third one was needed.
    assert len(edited.gym("snapshots").out.splitlines()) == 3


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["show", "9"], "07-counter has no snapshot 9; see them with: gym snapshots 07-counter"),
        (["07", "restore", "one"], "07-counter has no snapshot one; see them with: gym snapshots 07-counter"),
        (["restore", "../1"], "07-counter has no snapshot ../1; see them with: gym snapshots 07-counter"),
        (["restore"], "restore needs a snapshot's number; see them with: gym snapshots"),
        (["07", "show"], "show needs a snapshot's number; see them with: gym snapshots 07"),
        (["07", "drop", "1"], "'drop 1' is nothing to do with snapshots; it is: gym snapshots [KATA] "
                              "[list | show N | restore N]"),
        (["nowhere"], "there is no kata 'nowhere'. See them all: gym list"),
    ],
)  # fmt: skip
def test_what_is_not_there_or_not_meant_is_said(edited: Desk, words: list[str], sentence: str) -> None:
    edited.gym("reset", "--yes")
    said = edited.gym("snapshots", *words)
    assert (said.status, said.out, said.err) == (2, "", f"gym: {sentence}\n")


def test_a_snapshot_that_was_changed_by_hand_is_not_restored(edited: Desk) -> None:
    edited.gym("reset", "--yes")
    kept = edited.cwd / ".gym/snapshots/07-counter/1/counter.py"
    kept.write_text("something else")
    said = edited.gym("snapshots", "restore", "1")
    assert said.status == 2
    assert said.err == f"gym: {kept}: this is not what the snapshot kept; it was changed since. Nothing was restored.\n"
    assert mine(edited).read_text() == "count = 0\n"


@pytest.mark.parametrize("label", ["", "[]", "{}", '{"at": "", "reason": "", "files": {"../x": "0"}}'])
def test_what_is_no_snapshot_is_passed_over_and_its_number_is_not_used_again(edited: Desk, label: str) -> None:
    odd = edited.cwd / ".gym/snapshots/07-counter/1"
    odd.mkdir(parents=True)
    (odd / "snapshot.json").write_text(label)
    assert edited.gym("snapshots").out == ""
    assert "is snapshot 2." in edited.gym("reset", "--yes").out


def test_a_link_is_replaced_and_what_it_leads_to_stays(edited: Desk) -> None:
    elsewhere = edited.cwd / "elsewhere.py"
    shutil.move(mine(edited), elsewhere)
    mine(edited).symlink_to(elsewhere)
    edited.gym("reset", "--yes")
    assert (mine(edited).is_symlink(), mine(edited).read_text()) == (False, "count = 0\n")
    assert elsewhere.read_bytes() == b"count = 7\r\n"


def test_restoring_a_file_that_the_kata_no_longer_has_keeps_the_one_that_is_there(edited: Desk) -> None:
    edited.gym("reset", "--yes")
    folder = edited.catalogue.place.exercises / "07-counter"
    (folder / "ports.py").unlink()
    (folder / "exercise.toml").write_text((folder / "exercise.toml").read_text().replace('["ports.py"]', "[]"))
    mine_of_old = edited.cwd / "07-counter" / "ports.py"
    mine_of_old.write_text("# notes of mine\n")
    assert "-# notes of mine\n" in edited.gym("snapshots", "show", "1").out
    edited.gym("snapshots", "restore", "1")
    assert mine_of_old.read_text() == ""
    edited.gym("snapshots", "restore", "2")
    assert mine_of_old.read_text() == "# notes of mine\n"


class Interrupted(io.StringIO):
    """A terminal at which ctrl-c is pressed."""

    def isatty(self) -> bool:
        return True

    def readline(self, _size: int | None = -1, /) -> str:
        raise KeyboardInterrupt


def test_ctrl_c_at_the_question_is_a_no(edited: Desk) -> None:
    session = Session(edited.cwd, Interrupted(), io.StringIO(), io.StringIO(), edited.judge, edited.catalogue)
    assert run(["reset"], session) == 130
    assert mine(edited).read_bytes() == b"count = 7\r\n"
    assert edited.gym("snapshots").out == ""
