"""Snapshots of a kata's files: whole folders below `.gym/snapshots/KATA/`, numbered from 1.

They are plain files, so that they can be read by hand and outlive a damaged store. One is written beside its
place and moved there when it is on the disk: after a crash it is there whole, or not at all.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gym.errors import UsageError
from gym.progress.store import utc_now

LABEL = "snapshot.json"


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One snapshot. `at` is UTC, ISO 8601; `files` maps each file's name to the SHA-256 of its bytes."""

    number: int
    at: str
    reason: str
    files: Mapping[str, str]
    folder: Path

    def read(self) -> dict[str, bytes]:
        """The files' bytes by name. Raises UsageError when they are not what was kept."""
        found = {}
        for name, digest in self.files.items():
            path = self.folder / name
            try:
                found[name] = path.read_bytes()
            except OSError as error:
                raise UsageError(f"{path}: cannot be read ({(error.strerror or str(error)).lower()}).") from error
            if _digest(found[name]) != digest:
                raise UsageError(f"{path}: this is not what the snapshot kept; it was changed since. Nothing was restored.")
        return found


class Snapshots:
    """The snapshots of one kata, in `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[Snapshot, ...]:
        """Every snapshot, the oldest first. What cannot be read as one is passed over."""
        return tuple(sorted(self._found(), key=lambda each: each.number))

    def find(self, number: int) -> Snapshot | None:
        """The snapshot of that number."""
        return next((each for each in self._found() if each.number == number), None)

    def take(self, files: Mapping[str, bytes], reason: str) -> Snapshot:
        """Keep the files; the snapshot that holds just these, if there is one. Raises UsageError when it cannot."""
        digests = {name: _digest(content) for name, content in files.items()}
        same = next((each for each in reversed(self.all()) if each.files == digests), None)
        if same is not None and _is_whole(same):
            return same
        try:
            return self._write(files, digests, reason)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise UsageError(f"{self.folder}: no snapshot can be kept here ({reason}), so nothing was changed.") from error

    def _found(self) -> Iterator[Snapshot]:
        for label in self.folder.glob(f"[0-9]*/{LABEL}"):
            snapshot = _read_label(label)
            if snapshot is not None:
                yield snapshot

    def _write(self, files: Mapping[str, bytes], digests: Mapping[str, str], reason: str) -> Snapshot:
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=".draft-", dir=self.folder))
        try:
            at = utc_now()
            label = json.dumps({"at": at, "reason": reason, "files": dict(digests)}, indent=2).encode()
            for name, content in {**files, LABEL: label}.items():
                _write_through(draft / name, content)
            number = self._settle(draft)
            return Snapshot(number, at, reason, digests, self.folder / str(number))
        finally:
            shutil.rmtree(draft, ignore_errors=True)

    def _settle(self, draft: Path) -> int:
        """Move the draft to the next free number; another gym may take one meanwhile."""
        number = max((int(path.name) for path in self.folder.iterdir() if path.name.isdecimal()), default=0)
        while True:
            number += 1
            try:
                draft.rename(self.folder / str(number))
                return number
            except OSError:
                if not (self.folder / str(number)).exists():
                    raise


def _read_label(label: Path) -> Snapshot | None:
    try:
        said = json.loads(label.read_bytes())
        files = {str(name): str(digest) for name, digest in said["files"].items()}
        number = int(label.parent.name)
        # A name with a folder in it would be read, and restored, somewhere else.
        if any(Path(name).name != name for name in files):
            return None
        return Snapshot(number, str(said["at"]), str(said["reason"]), files, label.parent)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _is_whole(snapshot: Snapshot) -> bool:
    try:
        snapshot.read()
    except UsageError:
        return False
    return True


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _write_through(path: Path, content: bytes) -> None:
    """Write and wait for the disk: what is replaced next may exist nowhere else."""
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
