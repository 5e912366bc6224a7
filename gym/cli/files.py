"""Reading the learner's files, and saying what is wrong with one that cannot be judged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from gym.cli.judging import Work
from gym.curriculum import Kata
from gym.errors import SubjectError

LARGEST = 1_000_000
"""In bytes. No solution comes near it; reading a disk image by mistake would take the gym down."""


def contents(kata: Kata, work: Work) -> dict[str, bytes]:
    """The learner's files by name, as they are now. Raises SubjectError when one cannot be judged."""
    return {name: _content(path) for name, path in _paths(kata, work).items()}


def _paths(kata: Kata, work: Work) -> Mapping[str, Path]:
    if work.file is not None:
        return {kata.entry: work.file}
    assert work.folder is not None
    return {name: work.folder / name for name in kata.files}


def _content(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise SubjectError(f"{path}: this is a folder where a Python file should be.")
        if path.stat().st_size > LARGEST:
            raise SubjectError(f"{path}: {path.stat().st_size:,} bytes is too large for a Python file.")
        content = path.read_bytes()
    except FileNotFoundError as error:
        raise SubjectError(f"{path}: this file is gone; `gym start` hands it out again.") from error
    except OSError as error:
        raise SubjectError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()}).") from error
    _check_text(path, content)
    return content


def _check_text(path: Path, content: bytes) -> None:
    if b"\0" in content:
        raise SubjectError(f"{path}: this is a binary file, not Python.")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        wrong = content[error.start]
        raise SubjectError(
            f"{path}:{line}: not UTF-8 text (byte 0x{wrong:02x}); save the file as UTF-8."
        ) from error
