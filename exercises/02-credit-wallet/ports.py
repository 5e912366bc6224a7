"""What the wallet is handed, and the errors it shares with the routes that call it. Not yours to change.

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
        """Writes the stories. Slow: up to a minute a call."""

        async def generate(self, job: int) -> str:
            """Return the story for that job, or raise ProviderError."""


class DatabaseError(Exception):
    """The database refused a statement."""


class IntegrityError(DatabaseError):
    """A statement broke a UNIQUE, NOT NULL or PRIMARY KEY constraint. It changed nothing."""


class ProviderError(Exception):
    """The provider failed, or its answer was lost on the way."""


class WalletError(Exception):
    """Base of what the wallet raises; the routes turn each of these into a status code."""


class InsufficientCredits(WalletError):
    """The balance does not cover the charge."""


class InProgress(WalletError):
    """The same request is still being worked on."""


class KeyReused(WalletError):
    """The key belongs to a request for another amount."""


class GenerationFailed(WalletError):
    """There is no story, and the credits are back."""


class UnknownCoupon(WalletError):
    """There is no such code."""


class CouponUsed(WalletError):
    """This user has redeemed the code already."""


class CouponExhausted(WalletError):
    """The code has been redeemed as often as it may be."""


class StalePlan(WalletError):
    """Somebody saved the plan after the version that this edit started from."""
