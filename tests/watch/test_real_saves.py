"""Saves as editors make them, seen through the real sources."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from gym.watch import ContentPolling, FileEvents, Inbox, Saved, Snapshot, Source, Watcher, take

PATIENCE_S = 10.0


class Editor:
    """One way of saving, named for the editors that use it."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def in_place(self, content: bytes) -> None:
        """nano, VS Code: truncated and written again."""
        self.path.write_bytes(content)

    def replaced(self, content: bytes) -> None:
        """JetBrains, black: a new file takes the name."""
        new = self.path.with_name("new~")
        new.write_bytes(content)
        os.replace(new, self.path)

    def renamed_away(self, content: bytes) -> None:
        """vim: the old file becomes the backup, a new one is written."""
        backup = self.path.with_name("wallet.py~")
        os.rename(self.path, backup)
        self.path.write_bytes(content)
        backup.unlink()

    def removed(self, content: bytes) -> None:
        """Some sync tools: gone, then back."""
        self.path.unlink()
        self.path.write_bytes(content)


@pytest.fixture(params=[FileEvents, ContentPolling])
def source(request: pytest.FixtureRequest) -> Source:
    return request.param()  # type: ignore[no-any-return]


@pytest.fixture
def editor(tmp_path: Path) -> Editor:
    path = tmp_path / "kata" / "wallet.py"
    path.parent.mkdir()
    path.write_bytes(b"first\n")
    return Editor(path)


@pytest.fixture
def inbox(editor: Editor, source: Source) -> Iterator[Inbox]:
    """A watcher at work on the editor's file; it has looked once before the test begins."""
    inbox = Inbox()
    stop = threading.Event()
    watcher = Watcher(editor.path.parent, ["wallet.py"], inbox.put, events=source)
    thread = threading.Thread(target=watcher.run, args=(stop,))
    thread.start()
    yield inbox
    stop.set()
    thread.join()


def next_save(inbox: Inbox, wanted: Snapshot) -> None:
    """Wait until the wanted contents are posted; what an editor's save passes through may come before."""
    while True:
        try:
            signal = inbox.get(timeout=PATIENCE_S)
        except queue.Empty:
            pytest.fail("the save was not seen")
        if signal == Saved(wanted):
            return


def test_every_save_of_every_kind_is_seen(editor: Editor, inbox: Inbox) -> None:
    ways: list[Callable[[bytes], None]] = [
        editor.in_place,
        editor.replaced,
        editor.renamed_away,
        editor.removed,
    ]
    for number, way in enumerate(ways * 2):
        way(b"save %d\n" % number)
        next_save(inbox, take(editor.path.parent, ["wallet.py"]))


def test_other_line_ends_are_a_save(editor: Editor, inbox: Inbox) -> None:
    editor.replaced(b"first\r\n")
    next_save(inbox, take(editor.path.parent, ["wallet.py"]))


def test_a_folder_that_was_replaced_whole_is_still_seen(editor: Editor, inbox: Inbox) -> None:
    folder = editor.path.parent
    moved = folder.with_name("moved")
    os.rename(folder, moved)
    folder.mkdir()
    editor.in_place(b"after a checkout\n")
    next_save(inbox, take(folder, ["wallet.py"]))
