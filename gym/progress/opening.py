"""Opening the store's file, and telling apart what can go wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gym.errors import UsageError
from gym.progress.migrations import migrate, refuse_newer

BUSY_S = 10.0
"""How long a gym waits for another one that writes; a write takes milliseconds."""

_CANNOT_KEEP = {
    sqlite3.SQLITE_BUSY: "another gym holds its progress locked",
    sqlite3.SQLITE_CANTOPEN: "it is read-only",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "its disk reports an error",
    sqlite3.SQLITE_LOCKED: "another gym holds its progress locked",
    sqlite3.SQLITE_PERM: "it is read-only",
    sqlite3.SQLITE_READONLY: "it is read-only",
}


def why_not_kept(error: sqlite3.Error) -> str | None:
    """The reason when the surroundings forbid writing; None when the fault is in the file or in us."""
    return _CANNOT_KEEP.get(_code(error))


def open_for_writing(path: Path) -> sqlite3.Connection:
    """The database at `path`, up to date. Raises UsageError and sqlite3.Error."""
    database = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    try:
        with naming_damage(path):
            _prepare(database)
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def naming_damage(path: Path) -> Iterator[None]:
    """Say what to do about a file that is no database any more. Raises UsageError."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        if _code(error) not in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
            raise
        raise UsageError(f"{path} is damaged or is no database; move it away and the gym makes a new one.") from error


def _prepare(database: sqlite3.Connection) -> None:
    refuse_newer(database)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA foreign_keys = ON")
    migrate(database)
    # A store that is up to date was only read so far; this finds out whether it can be written.
    database.execute("BEGIN IMMEDIATE")
    database.execute("ROLLBACK")


def open_copy(path: Path) -> sqlite3.Connection:
    """A copy in memory of what can be read at `path`, empty when nothing can. Raises UsageError."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    # Without a place for its -shm file a WAL database is read only when it is said not to change.
    for manner in ("mode=ro", "mode=ro&immutable=1"):
        try:
            original = sqlite3.connect(f"{path.absolute().as_uri()}?{manner}", uri=True)
            try:
                original.backup(copy)
            finally:
                original.close()
            break
        except sqlite3.Error:
            continue
    migrate(copy)
    return copy


def _code(error: sqlite3.Error) -> int:
    """The primary code: the low byte of SQLite's extended one."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF
