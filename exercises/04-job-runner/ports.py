"""What the job runner is handed, and what it shares with the rest of the service. Not yours to change.

The shapes below are for reading and for your type checker; nothing of them is there at run time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager
    from typing import Any, Protocol

    class Transaction(Protocol):
        """One open transaction. Its first write, or a read with `for_update=True`, takes the write lock."""

        async def execute(self, sql: str, *params: object) -> int:
            """Run one statement and return how many rows it changed."""

        async def fetch(self, sql: str, *params: object, for_update: bool = False) -> list[dict[str, Any]]: ...

        async def fetch_one(
            self, sql: str, *params: object, for_update: bool = False
        ) -> dict[str, Any] | None: ...

        async def scalar(self, sql: str, *params: object, for_update: bool = False) -> Any:
            """Return the first column of the first row, or None where there is no row."""

    class Database(Protocol):
        """The database. Outside a transaction each statement commits by itself."""

        async def execute(self, sql: str, *params: object) -> int: ...

        async def fetch(self, sql: str, *params: object) -> list[dict[str, Any]]: ...

        async def fetch_one(self, sql: str, *params: object) -> dict[str, Any] | None: ...

        async def scalar(self, sql: str, *params: object) -> Any: ...

        def transaction(self) -> AbstractAsyncContextManager[Transaction]:
            """Begin; commit at the end of the block, or roll back when an exception leaves it."""

    class Provider(Protocol):
        """Writes the stories. Slow: from a second to ten minutes a call."""

        async def generate(self, prompt: str, key: str) -> str:
            """Return a story for `prompt`, or raise ProviderError or whatever else its client lets through.

            `key` names the order. The provider bills a key once, however often it is asked with it; a new key
            is a new order.
            """


LEASE = 60.0
"""Seconds without a sign of life after which an instance is taken for dead, by `time.time()`."""


class DatabaseError(Exception):
    """The database refused a statement."""


class IntegrityError(DatabaseError):
    """A statement broke a UNIQUE, NOT NULL or PRIMARY KEY constraint. It changed nothing."""


class ProviderError(Exception):
    """The provider refused, or failed."""
