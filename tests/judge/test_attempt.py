"""The files of an attempt as they are judged, and shown."""

from __future__ import annotations

from gym.curriculum import find_kata
from gym.judge import Attempt


def test_the_learners_file_stands_before_what_was_given() -> None:
    kata = find_kata("02")
    assert list(Attempt.from_folder(kata.folder).sources(kata)) == ["wallet.py", "ports.py", "fakes.py"]
