"""What a few files hold at one moment, by hash: times miss saves that fall into one second."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

Snapshot = Mapping[str, str]
"""A hash of the content of each file that is there, by name."""

EMPTY = hashlib.sha256(b"").hexdigest()
LOOKS = 25
LOOK_EVERY_S = 0.02


def take(folder: Path, names: Sequence[str]) -> Snapshot:
    """What the files hold now. A file that cannot be read counts as one that is not there."""
    found = {}
    for name in names:
        try:
            found[name] = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        except OSError:
            continue
    return found


def missing(snapshot: Snapshot, names: Sequence[str]) -> list[str]:
    """The names that the snapshot lacks."""
    return [name for name in names if name not in snapshot]


def take_settled(
    folder: Path, names: Sequence[str], before: Snapshot, sleep: Callable[[float], None] = time.sleep
) -> Snapshot:
    """What the files hold once no save seems to be under way, waiting half a second at most.

    Editors save by removing and renaming, or by emptying a file and filling it again: a file that was there
    `before` and is now gone or empty is given that time to come back.
    """
    snapshot = take(folder, names)
    for _look in range(LOOKS):
        if not any(_in_mid_save(name, before, snapshot) for name in names):
            break
        sleep(LOOK_EVERY_S)
        snapshot = take(folder, names)
    return snapshot


def _in_mid_save(name: str, before: Snapshot, now: Snapshot) -> bool:
    return before.get(name, EMPTY) != EMPTY and now.get(name, EMPTY) == EMPTY
