"""The store's schema, as the list of steps that lead to it; `user_version` counts the steps that were taken.

A step is never edited once released: later changes are further steps. Every key is a content id, so that
progress outlives a new title or a file that moves.
"""

from __future__ import annotations

import sqlite3

from gym.errors import UsageError

STEPS: tuple[str, ...] = (
    """
    CREATE TABLE attempts (
        id              INTEGER PRIMARY KEY,
        kata            TEXT NOT NULL,
        at              TEXT NOT NULL,             -- UTC, ISO 8601
        content_version TEXT NOT NULL,
        files_hash      TEXT NOT NULL,
        verdict         TEXT NOT NULL,
        points          INTEGER NOT NULL,
        max_points      INTEGER NOT NULL,
        near_miss       TEXT
    ) STRICT;
    CREATE INDEX attempts_by_kata ON attempts (kata, id);
    CREATE TABLE results (
        attempt    INTEGER NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
        check_id   TEXT NOT NULL,
        fault      TEXT,
        verdict    TEXT NOT NULL,
        points     INTEGER NOT NULL,
        max_points INTEGER NOT NULL,
        schedules  INTEGER NOT NULL,
        coverage   TEXT NOT NULL,
        token      TEXT,
        claim      TEXT,
        message    TEXT,
        PRIMARY KEY (attempt, check_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tokens (
        check_id TEXT NOT NULL,
        token    TEXT NOT NULL,
        attempt  INTEGER NOT NULL,                 -- the last attempt that failed so
        PRIMARY KEY (check_id, token)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE katas (
        kata        TEXT PRIMARY KEY,
        state       TEXT NOT NULL,                 -- by the word on the last attempt
        started_at  TEXT NOT NULL,
        touched_at  TEXT NOT NULL,
        accepted_at TEXT                           -- the first; a later rejection leaves it
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE hints (
        kata TEXT NOT NULL,
        tier INTEGER NOT NULL,                     -- from 1
        at   TEXT NOT NULL,                        -- when it was first shown
        PRIMARY KEY (kata, tier)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE katas ADD COLUMN given_up_at TEXT; -- the first time; a later acceptance leaves it
    """,
    """
    CREATE TABLE handed_out (
        kata    TEXT NOT NULL,
        file    TEXT NOT NULL,
        content BLOB NOT NULL,                     -- as handed out; after an update, as it was settled with
        PRIMARY KEY (kata, file)
    ) STRICT, WITHOUT ROWID;
    """,
    """
    CREATE TABLE proofs (
        id        INTEGER PRIMARY KEY,
        kata      TEXT NOT NULL,
        at        TEXT NOT NULL,                   -- UTC, ISO 8601
        file_hash TEXT NOT NULL,
        accepted  INTEGER NOT NULL,                -- 0 or 1
        caught    INTEGER NOT NULL,                -- wrong fixes, of those that were asked for
        asked     INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX proofs_by_kata ON proofs (kata, id);
    """,
    """
    CREATE TABLE practice (
        id      INTEGER PRIMARY KEY,
        at      TEXT NOT NULL,                     -- UTC, ISO 8601
        kind    TEXT NOT NULL,                     -- spot, drill, chain, quiz, primer
        piece   TEXT NOT NULL,
        shapes  TEXT NOT NULL,                     -- a JSON list
        score   REAL NOT NULL,                     -- from 0 to 1
        seconds REAL NOT NULL                      -- of looking at it
    ) STRICT;
    CREATE INDEX practice_by_piece ON practice (kind, piece, id);
    """,
    """
    CREATE TABLE interviews (
        id         INTEGER PRIMARY KEY,
        kata       TEXT NOT NULL,
        seed       INTEGER NOT NULL,
        minutes    INTEGER NOT NULL,
        started_at TEXT NOT NULL,                  -- UTC, ISO 8601
        ended_at   TEXT,                           -- NULL while it goes on
        hints      INTEGER NOT NULL DEFAULT 0,     -- paid for
        results    TEXT NOT NULL DEFAULT '{}'      -- JSON: scores by stage
    ) STRICT;
    """,
)
VERSION = len(STEPS)


def refuse_newer(database: sqlite3.Connection) -> int:
    """The schema's version. Raises UsageError when a newer gym wrote it."""
    found = int(database.execute("PRAGMA user_version").fetchone()[0])
    if found > VERSION:
        raise UsageError(
            f"this workspace was last used by a newer gym (its progress has format {found}, this one knows "
            f"{VERSION}); update with: pip install --upgrade asyncio-race-gym"
        )
    return found


def migrate(database: sqlite3.Connection) -> None:
    """Bring the schema to VERSION; each step and its count are one transaction. Raises UsageError."""
    while refuse_newer(database) < VERSION:
        database.execute("BEGIN IMMEDIATE")
        try:
            # Another gym may have taken the step while this one waited for the lock.
            done = refuse_newer(database)
            for statement in _statements(STEPS[done]) if done < VERSION else ():
                database.execute(statement)
            database.execute(f"PRAGMA user_version = {min(done + 1, VERSION)}")
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise


def _statements(script: str) -> list[str]:
    """Single statements: `executescript` would commit the transaction that it is called in."""
    found, pending = [], ""
    for line in script.splitlines(keepends=True):
        pending += line
        if sqlite3.complete_statement(pending):
            found.append(pending)
            pending = ""
    return found
