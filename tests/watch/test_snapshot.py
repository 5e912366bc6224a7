"""Contents by hash, and waiting for a save that is under way."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gym.watch.snapshot import LOOK_EVERY_S, LOOKS, missing, take, take_settled

NAMES = ("a.py", "b.py")


class Naps:
    """Counts naps instead of taking them, and does something during the one it is told."""

    def __init__(self, at: int = 0, act: Callable[[], object] = lambda: None) -> None:
        self.taken = 0
        self._at = at
        self._act = act

    def __call__(self, seconds: float) -> None:
        assert seconds == LOOK_EVERY_S
        self.taken += 1
        if self.taken == self._at:
            self._act()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_bytes(b"x = 1\n")
    return tmp_path


def test_a_snapshot_tells_contents_apart_whatever_their_times_and_sizes(folder: Path) -> None:
    before = take(folder, NAMES)
    (folder / "a.py").write_bytes(b"x = 2\n")
    assert take(folder, NAMES) != before
    (folder / "a.py").write_bytes(b"x = 1\n")
    assert take(folder, NAMES) == before


def test_other_line_ends_are_another_content(folder: Path) -> None:
    before = take(folder, NAMES)
    (folder / "a.py").write_bytes(b"x = 1\r\n")
    assert take(folder, NAMES) != before


def test_what_is_not_there_or_is_a_folder_is_missing(folder: Path) -> None:
    (folder / "b.py").mkdir()
    assert missing(take(folder, NAMES), NAMES) == ["b.py"]


def test_nothing_is_waited_for_when_no_save_is_under_way(folder: Path) -> None:
    naps = Naps()
    assert take_settled(folder, NAMES, take(folder, NAMES), naps) == take(folder, NAMES)
    assert naps.taken == 0


def test_a_file_that_vanishes_in_mid_save_is_waited_for(folder: Path) -> None:
    before = take(folder, NAMES)
    (folder / "a.py").unlink()
    naps = Naps(3, lambda: (folder / "a.py").write_bytes(b"x = 2\n"))
    settled = take_settled(folder, NAMES, before, naps)
    assert settled == take(folder, NAMES)
    assert list(settled) == ["a.py"]
    assert naps.taken == 3


def test_a_file_that_was_emptied_to_be_filled_again_is_waited_for(folder: Path) -> None:
    before = take(folder, NAMES)
    (folder / "a.py").write_bytes(b"")
    naps = Naps(2, lambda: (folder / "a.py").write_bytes(b"x = 2\n"))
    take_settled(folder, NAMES, before, naps)
    assert naps.taken == 2


def test_a_file_that_does_not_come_back_is_given_half_a_second(folder: Path) -> None:
    before = take(folder, NAMES)
    (folder / "a.py").unlink()
    naps = Naps()
    assert take_settled(folder, NAMES, before, naps) == {}
    assert naps.taken * LOOK_EVERY_S == pytest.approx(0.5)
    assert naps.taken == LOOKS


def test_a_file_that_was_never_there_is_not_waited_for(folder: Path) -> None:
    naps = Naps()
    take_settled(folder, NAMES, {}, naps)
    assert naps.taken == 0
