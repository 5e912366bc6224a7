"""Stand-ins for the visible tests: SQLite in memory behind the database port, and a provider that answers and signs.

Manners as in the brief: a statement is atomic, a read outside a transaction sees what was last committed, and one
transaction at a time may write. Every call gives way to other tasks once before it looks at the data.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from ports import DatabaseError, IntegrityError, ProviderError

SCHEMA = """
CREATE TABLE events (
    id TEXT PRIMARY KEY, type TEXT NOT NULL, created INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'done'
);
CREATE TABLE accounts (customer TEXT PRIMARY KEY, credits INTEGER NOT NULL);
CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY, status TEXT NOT NULL, updated INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1
);
"""


class FakeDatabase:
    """The database port over two SQLite images: the one being written, and the last one committed."""

    def __init__(self, *rows: str) -> None:
        self._written = self._open()
        self._committed = self._open()
        self._lock = asyncio.Lock()
        self._written.executescript(SCHEMA + "".join(f"{row};" for row in rows))
        self._written.backup(self._committed)

    def close(self) -> None:
        self._written.close()
        self._committed.close()

    async def execute(self, sql: str, *params: object) -> int:
        async with self.transaction() as tx:
            return await tx.execute(sql, *params)

    async def fetch(self, sql: str, *params: object) -> list[dict[str, Any]]:
        async with self.transaction() as tx:
            return await tx.fetch(sql, *params)

    async def fetch_one(self, sql: str, *params: object) -> dict[str, Any] | None:
        return next(iter(await self.fetch(sql, *params)), None)

    async def scalar(self, sql: str, *params: object) -> Any:
        return _first_value(await self.fetch_one(sql, *params))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[FakeTransaction]:
        tx = FakeTransaction(self._written, self._committed, self._lock)
        try:
            yield tx
        except BaseException:
            tx.end(commit=False)
            raise
        tx.end(commit=True)

    @staticmethod
    def _open() -> sqlite3.Connection:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection


class FakeTransaction:
    """One transaction: reads the committed image until its first write, from then on its own."""

    def __init__(self, written: sqlite3.Connection, committed: sqlite3.Connection, lock: asyncio.Lock) -> None:
        self._written = written
        self._committed = committed
        self._lock = lock
        self._holds_lock = False

    async def execute(self, sql: str, *params: object) -> int:
        return (await self._run(sql, params, for_update=False)).rowcount

    async def fetch(self, sql: str, *params: object, for_update: bool = False) -> list[dict[str, Any]]:
        cursor = await self._run(sql, params, for_update)
        return [dict(row) for row in cursor.fetchall()]

    async def fetch_one(self, sql: str, *params: object, for_update: bool = False) -> dict[str, Any] | None:
        return next(iter(await self.fetch(sql, *params, for_update=for_update)), None)

    async def scalar(self, sql: str, *params: object, for_update: bool = False) -> Any:
        return _first_value(await self.fetch_one(sql, *params, for_update=for_update))

    def end(self, commit: bool) -> None:
        """Commit or roll back, and let the next writer in."""
        if not self._holds_lock:
            return
        self._written.execute("COMMIT" if commit else "ROLLBACK")
        self._written.backup(self._committed)
        self._holds_lock = False
        self._lock.release()

    async def _run(self, sql: str, params: tuple[object, ...], for_update: bool) -> sqlite3.Cursor:
        await asyncio.sleep(0)
        if (for_update or not sql.lstrip().upper().startswith("SELECT")) and not self._holds_lock:
            await self._lock.acquire()
            self._holds_lock = True
            self._written.execute("BEGIN")
        try:
            return (self._written if self._holds_lock else self._committed).execute(sql, params)
        except sqlite3.IntegrityError as error:
            raise IntegrityError(str(error)) from error
        except sqlite3.Error as error:
            raise DatabaseError(str(error)) from error


class FakeProvider:
    """Tells the subscriptions in `states` as they stand, or fails while `down` is true."""

    def __init__(self) -> None:
        self.down = False
        self.states: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []

    async def retrieve(self, subscription: str) -> dict[str, Any]:
        self.asked.append(subscription)
        answer = None if self.down else dict(self.states[subscription])
        await asyncio.sleep(0)
        if answer is None:
            raise ProviderError("503 from the provider")
        return answer


def signature(body: bytes, secret: str, at: int) -> str:
    """The header with which the provider sends `body` at that second."""
    signed = hmac.new(secret.encode(), b"%d.%s" % (at, body), hashlib.sha256)
    return f"t={at},v1={signed.hexdigest()}"


def _first_value(row: dict[str, Any] | None) -> Any:
    return None if row is None else next(iter(row.values()))
