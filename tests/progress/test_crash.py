"""Writers that are killed at any moment, and writers that write at once."""

from __future__ import annotations

import random
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

from gym.progress import Workspace, open_store
from gym.progress.replacing import snapshots_of
from tests.support.content import small_catalogue

CHECKS = 20
WRITER = f"""
import sys
from pathlib import Path
from gym.progress import open_store
from tests.support.judges import failing, kata_verdict
verdict = kata_verdict(*(failing(f"check-{{n}}") for n in range({CHECKS})))
store = open_store(Path(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    store.record(verdict, files_hash="", content_version="")
    sys.stdout.write(".")
    sys.stdout.flush()
"""
RESETTER = """
import itertools, sys
from pathlib import Path
from gym.progress import Workspace
from gym.progress.replacing import packed, replace_files
from tests.support.content import small_catalogue
kata = small_catalogue(Path(sys.argv[1]) / "content", "07-counter").find("07")
workspace = Workspace(Path(sys.argv[1]) / "mine")
file = workspace.folder_of(kata.id) / "counter.py"
store = workspace.open_store()
def tell(what):
    sys.stdout.write(f"{what}\\n")
    sys.stdout.flush()
for number in itertools.count(int(sys.argv[2])):
    draft = file.with_name("draft")
    draft.write_text(f"edit {number}")
    draft.replace(file)
    tell(f"edit {number}")
    store.show_hint(kata.id, number)
    tell(f"hint {number}")
    replace_files(workspace, kata, packed(kata), "before a reset")
    tell(f"kept {number}")
"""
ROOT = Path(__file__).parents[2]


def writer(path: Path, times: int) -> subprocess.Popen[bytes]:
    """A process of its own that records `times` attempts and writes a dot after each."""
    return subprocess.Popen([sys.executable, "-c", WRITER, path, str(times)], stdout=subprocess.PIPE, cwd=ROOT)


def test_a_writer_killed_at_any_moment_leaves_a_whole_store(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    moments = random.Random(7)
    told = 0
    for _kill in range(8):
        process = writer(path, 1_000_000)
        assert process.stdout is not None
        told += len(process.stdout.read(moments.randint(1, 150)))
        process.kill()
        told += len(process.stdout.read())
        process.stdout.close()
        process.wait()

    database = sqlite3.connect(path)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    counts = database.execute("SELECT count(*) FROM results GROUP BY attempt").fetchall()
    database.close()
    # Each kill may come after the commit and before the dot.
    assert told <= len(counts) <= told + 8
    assert set(counts) == {(CHECKS,)}
    with open_store(path) as store:
        assert store.progress()["07-counter"].attempts == len(counts)


def test_two_writers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    writers = [writer(path, 100) for _ in range(2)]
    for process in writers:
        assert process.communicate()[0] == b"." * 100
        assert process.returncode == 0
    with open_store(path) as store:
        assert store.progress()["07-counter"].attempts == 200


def test_many_gyms_that_make_the_store_at_once_agree(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    writers = [writer(path, 1) for _ in range(6)]
    assert [process.communicate()[0] for process in writers] == [b"."] * 6
    with open_store(path) as store:
        assert store.progress()["07-counter"].attempts == 6


def test_a_learner_s_gym_killed_at_any_moment_loses_no_edit_no_snapshot_and_no_hint(tmp_path: Path) -> None:
    kata = small_catalogue(tmp_path / "content", "07-counter").find("07")
    workspace = Workspace.make(tmp_path / "mine")
    file = workspace.start(kata).folder / "counter.py"
    moments = random.Random(7)
    for kill in range(6):
        told = told_until_killed([sys.executable, "-c", RESETTER, str(tmp_path), str(1000 * kill)], moments.randint(1, 24))
        kept = {each.read()["counter.py"].decode() for each in snapshots_of(workspace, kata).all()}
        with workspace.open_store() as store:
            hints = {f"hint {number}" for number in store.hints(kata.id)}
        # Never half a file; an edit may have been made and not been told any more.
        assert re.fullmatch(r"count = 0\n|edit \d+", file.read_text())
        assert told["edit"] - kept - {file.read_text()} == set()
        assert {each.replace("kept", "edit") for each in told["kept"]} - kept == set()
        assert told["hint"] - hints == set()


def told_until_killed(command: list[str], lines: int) -> dict[str, set[str]]:
    """What the process told until it was killed after so many lines, by the first word."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True)
    assert process.stdout is not None
    told = [process.stdout.readline() for _ in range(lines)]
    process.kill()
    told += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    return {word: {line.strip() for line in told if line.startswith(word)} for word in ("edit", "hint", "kept")}
