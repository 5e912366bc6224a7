"""Content that changed since the learner began: they are told, see how, and lose nothing whatever they choose."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from gym.progress import Workspace
from tests.cli.conftest import Desk
from tests.support.judges import failing, kata_verdict

SENTENCES = (
    "07-counter changed since you began it (counter.py, ports.py). See how:\n"
    "  gym start 07-counter --diff\n"
    "Then --keep keeps your work, and --restart starts over, with a snapshot first.\n"
)
UNCHANGED = "07-counter has not changed since you began it.\n"


def publish(desk: Desk) -> None:
    """A newer gym, whose starter and given file are others."""
    folder = desk.catalogue.place.exercises / "07-counter"
    (folder / "counter.py").write_text("count = 1\n")
    (folder / "ports.py").write_text("# of now\n")


@pytest.fixture
def updated(begun: Desk) -> Desk:
    """Whose content changed after they had written something."""
    (begun.cwd / "07-counter" / "counter.py").write_bytes(b"count = 7\r\n")
    publish(begun)
    return begun


def file(desk: Desk, name: str) -> bytes:
    return (desk.cwd / "07-counter" / name).read_bytes()


def test_it_is_said_after_a_check_by_gym_alone_and_by_start_and_changes_nothing(updated: Desk) -> None:
    updated.will_say(kata_verdict(failing()))
    assert updated.gym("check").err.endswith(SENTENCES)
    assert updated.gym("check", "--json").err == SENTENCES
    said = updated.gym()
    assert (said.out.splitlines()[0][:23], said.err) == ("07-counter is rejected ", SENTENCES)
    said = updated.gym("start", "07")
    assert (said.status, said.err) == (0, SENTENCES)
    assert said.out.startswith("Left as they are: brief.md, counter.py, ports.py, test_counter.py\n")
    assert (file(updated, "counter.py"), file(updated, "ports.py")) == (b"count = 7\r\n", b"")


def test_where_nothing_changed_nothing_is_said(begun: Desk) -> None:
    assert begun.gym().err == ""
    for option in ("--diff", "--keep"):
        said = begun.gym("start", "07", option)
        assert (said.status, said.out, said.err) == (0, "", UNCHANGED)
    assert begun.gym("start", "07", "--restart").err == "07-counter is as it is handed out now.\n"


def test_the_diff_is_of_the_content_and_settles_nothing(updated: Desk) -> None:
    said = updated.gym("start", "07", "--diff")
    assert said.out == (
        "--- as-you-began/counter.py\n+++ now/counter.py\n@@ -1 +1 @@\n-count = 0\n+count = 1\n"
        "--- as-you-began/ports.py\n+++ now/ports.py\n@@ -0,0 +1 @@\n+# of now\n"
    )
    assert said.err == ("Keep your work:  gym start 07-counter --keep\nStart over:      gym start 07-counter --restart\n")
    assert updated.gym().err == SENTENCES


def test_keeping_leaves_what_was_worked_on_and_renews_the_rest(updated: Desk) -> None:
    said = updated.gym("start", "07", "--keep")
    assert (said.status, said.err) == (0, "")
    assert said.out == "Brought up to date: ports.py\nLeft as you have them: counter.py\n"
    assert (file(updated, "counter.py"), file(updated, "ports.py")) == (b"count = 7\r\n", b"# of now\n")
    assert updated.gym().err == ""
    assert updated.gym("start", "07", "--keep").err == UNCHANGED


def test_line_ends_alone_are_no_work_and_a_file_that_is_gone_comes_back(begun: Desk) -> None:
    (begun.cwd / "07-counter" / "counter.py").write_bytes(b"count = 0\r\n")
    (begun.cwd / "07-counter" / "ports.py").unlink()
    publish(begun)
    assert begun.gym("start", "07", "--keep").out == "Brought up to date: counter.py, ports.py\n"
    assert (file(begun, "counter.py"), file(begun, "ports.py")) == (b"count = 1\n", b"# of now\n")
    # Even so it can be had back.
    begun.gym("snapshots", "restore", "1")
    assert file(begun, "counter.py") == b"count = 0\r\n"


def test_a_file_that_is_new_in_the_kata_does_not_overwrite_one_of_the_learner_s(updated: Desk) -> None:
    exercise = updated.catalogue.place.exercises / "07-counter" / "exercise.toml"
    exercise.write_text(exercise.read_text().replace('["ports.py"]', '["ports.py", "fakes.py"]'))
    (exercise.parent / "fakes.py").write_text("# theirs\n")
    (updated.cwd / "07-counter" / "fakes.py").write_text("# mine\n")
    assert updated.gym("start", "07", "--keep").out == (
        "Brought up to date: ports.py\nLeft as you have them: counter.py, fakes.py\n"
    )
    assert file(updated, "fakes.py") == b"# mine\n"


def test_starting_over_is_asked_about_and_keeps_a_snapshot(updated: Desk) -> None:
    question = "Start 07-counter over with new counter.py, ports.py? A snapshot keeps yours."
    said = updated.gym("start", "07", "--restart")
    assert said.status == 2
    assert said.err == f"gym: {question} Nobody can be asked here without a terminal; say --yes to agree.\n"
    said = updated.gym("start", "07", "--restart", keyboard="n\n")
    assert (said.out, said.err) == ("", f"{question} [y/N] Nothing was changed.\n")
    said = updated.gym("start", "07", "--restart", "--yes")
    assert said.out == (
        f"Wrote counter.py, ports.py into {updated.cwd}/07-counter\n"
        "What was there is snapshot 1. To have it back:\n  gym snapshots 07-counter restore 1\n"
    )
    assert (file(updated, "counter.py"), updated.gym().err) == (b"count = 1\n", "")
    updated.gym("snapshots", "restore", "1")
    assert file(updated, "counter.py") == b"count = 7\r\n"


def test_a_reset_settles_it_too(updated: Desk) -> None:
    updated.gym("reset", "--yes")
    assert (file(updated, "counter.py"), updated.gym().err) == (b"count = 1\n", "")


def test_a_folder_that_was_removed_is_begun_anew(updated: Desk) -> None:
    shutil.rmtree(updated.cwd / "07-counter")
    said = updated.gym("start", "07")
    assert (said.err, file(updated, "counter.py")) == ("", b"count = 1\n")


def test_a_workspace_from_before_this_was_remembered_is_told_from_its_next_start_on(updated: Desk) -> None:
    with sqlite3.connect(updated.cwd / ".gym" / "progress.db") as database:
        database.execute("DELETE FROM handed_out")
    database.close()
    assert updated.gym().err == ""
    assert updated.gym("start", "07", "--keep").err == UNCHANGED
    assert updated.gym("start", "07").err == ""
    (updated.catalogue.place.exercises / "07-counter" / "ports.py").write_text("# later\n")
    assert updated.gym().err.startswith("07-counter changed since you began it (ports.py). ")


@pytest.mark.parametrize("options", [["--keep", "--diff"], ["--diff", "--restart"], ["--keep", "--diff", "--restart"]])
def test_only_one_thing_can_be_done(updated: Desk, options: list[str]) -> None:
    said = updated.gym("start", "07", *options)
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: --keep, --diff and --restart are three different things; choose one.\n"


@pytest.mark.parametrize("option", ["--keep", "--diff", "--restart"])
def test_what_was_not_begun_has_nothing_to_settle(begun: Desk, option: str) -> None:
    said = begun.gym("start", "08", option)
    assert (said.status, said.out) == (2, "")
    assert said.err == "gym: 08-clock is not begun in this workspace; begin it with: gym start 08-clock\n"


def test_where_no_snapshot_can_be_kept_nothing_is_changed_or_settled(updated: Desk) -> None:
    (updated.cwd / ".gym" / "snapshots").write_text("a file in its place")
    assert updated.gym("start", "07", "--restart", "--yes").status == 2
    assert (file(updated, "counter.py"), updated.gym().err) == (b"count = 7\r\n", SENTENCES)


def test_an_update_that_was_interrupted_is_finished_by_the_next(updated: Desk) -> None:
    # The files were renewed, and then the power went before that was remembered.
    (updated.cwd / "07-counter" / "ports.py").write_text("# of now\n")
    assert updated.gym().err == SENTENCES
    said = updated.gym("start", "07", "--keep")
    assert (said.out, said.err) == (
        "Left as you have them: counter.py\n", "Settled; no file of 07-counter had to be changed.\n",
    )  # fmt: skip
    assert (said.status, file(updated, "ports.py"), updated.gym().err) == (0, b"# of now\n", "")


def test_where_nothing_is_kept_starting_works_all_the_same(begun: Desk) -> None:
    shutil.rmtree(begun.cwd / ".gym")
    (begun.cwd / ".gym" / "progress.db").mkdir(parents=True)
    said = begun.gym("start", "08")
    assert (said.status, said.err) == (0, "Progress is not kept: it is read-only.\n")


def test_progress_stays_whatever_is_chosen(updated: Desk) -> None:
    updated.will_say(kata_verdict(failing()))
    updated.gym("check")
    updated.gym("hint")
    updated.gym("start", "07", "--restart", "--yes")
    kata = json.loads(updated.gym("list", "--json").out)["katas"][0]
    assert (kata["attempts"], kata["hints"]) == (1, 1)


def test_what_was_handed_out_is_remembered_byte_for_byte(begun: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "content" / "exercises" / "07-counter"
    with Workspace(begun.cwd).open_store() as store:
        assert store.handed_out("07-counter") == {
            name: (folder / name).read_bytes() for name in ("brief.md", "counter.py", "ports.py", "test_counter.py")
        }
        assert store.handed_out("08-clock") == {}
