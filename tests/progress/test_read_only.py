"""A workspace on which nothing can be written, as an ordinary user meets it."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gym.errors import UsageError
from gym.progress import KataState, Workspace, open_store
from gym.progress.replacing import packed, replace_files, snapshots_of
from tests.support.content import small_catalogue
from tests.support.judges import TOKEN, failing, kata_verdict

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX permissions")

NOBODY = 65534
REJECTED = kata_verdict(failing())


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root writes through any permission, so step down to nobody for a while."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def folder() -> Iterator[Path]:
    """Not below pytest's own folder, which only its owner may enter."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_store_is_read_and_says_why_it_keeps_nothing(folder: Path) -> None:
    path = folder / "progress.db"
    with open_store(path) as store:
        store.record(REJECTED, files_hash="", content_version="")
    path.chmod(0o444)
    folder.chmod(0o555)
    before = path.read_bytes()

    with as_ordinary_user(), open_store(path) as store:
        assert store.forgetful == "it is read-only"
        assert store.tokens("07-counter") == {"07-counter#both-count": [TOKEN]}
        store.record(REJECTED, files_hash="", content_version="")
        assert store.progress()["07-counter"].state is KataState.REJECTED

    assert path.read_bytes() == before


def test_a_read_only_folder_without_a_store_is_judged_in_all_the_same(folder: Path) -> None:
    folder.chmod(0o555)
    with as_ordinary_user(), open_store(folder / "progress.db") as store:
        store.start("07-counter")
        assert store.forgetful == "it is read-only"
        assert store.progress()["07-counter"].state is KataState.STARTED
    assert list(folder.iterdir()) == []


def test_files_that_cannot_be_written_stay_as_they_are_and_a_snapshot_is_there(folder: Path) -> None:
    kata = small_catalogue(folder / "content", "07-counter").find("07")
    workspace = Workspace.make(folder / "mine")
    place = workspace.start(kata).folder
    (place / "counter.py").write_text("mine")
    (workspace.root / ".gym").chmod(0o777)
    place.chmod(0o555)

    sentence = rf"{place}/counter\.py: cannot be written \(permission denied\)"
    with as_ordinary_user(), pytest.raises(UsageError, match=sentence):
        replace_files(workspace, kata, packed(kata), "before a reset")

    place.chmod(0o755)
    assert (place / "counter.py").read_text() == "mine"
    assert [each.read()["counter.py"] for each in snapshots_of(workspace, kata).all()] == [b"mine"]


def test_where_no_snapshot_can_be_written_the_files_stay_as_they_are(folder: Path) -> None:
    kata = small_catalogue(folder / "content", "07-counter").find("07")
    workspace = Workspace.make(folder / "mine")
    place = workspace.start(kata).folder
    (place / "counter.py").write_text("mine")
    place.chmod(0o777)

    sentence = r"no snapshot can be kept here \(permission denied\), so nothing was changed"
    with as_ordinary_user(), pytest.raises(UsageError, match=sentence):
        replace_files(workspace, kata, packed(kata), "before a reset")

    assert (place / "counter.py").read_text() == "mine"
