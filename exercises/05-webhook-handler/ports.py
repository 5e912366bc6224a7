"""What the handler is handed, and the errors it shares with the route that calls it. Not yours to change.

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
        """The payment provider's API. Slow: up to a minute a call."""

        async def retrieve(self, subscription: str) -> dict[str, Any]:
            """Return the subscription as it stands when this is called, or raise ProviderError.

            `{"id": "sub_1", "status": "active", "updated": 1700000040}`; `updated` is the second of its last change.
            """


class DatabaseError(Exception):
    """The database refused a statement, or its answer was lost on the way."""


class IntegrityError(DatabaseError):
    """A statement broke a UNIQUE, NOT NULL or PRIMARY KEY constraint. It changed nothing."""


class ProviderError(Exception):
    """The provider failed, or its answer was lost on the way."""


class BadSignature(Exception):
    """The delivery is not known to come from the provider, or not from just now."""
