"""The wallet kata's database with a latency: every statement takes its time before it looks at the data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from gym.sims.clock import pass_ms
from gym.sims.code import handed_out

KATA = "02-credit-wallet"


def new_database() -> Any:
    """The kata's own stand-in, SQLite in memory: ada has 100 credits and a plan."""
    return handed_out(KATA, "fakes").FakeDatabase(
        "INSERT INTO wallets (user, balance) VALUES ('ada', 100)",
        "INSERT INTO plans VALUES ('ada', 'as it was', 1)",
    )


class _Slow:
    """Statements that go to `inner` after `latency_ms`."""

    def __init__(self, inner: Any, latency_ms: int) -> None:
        self._inner = inner
        self._latency_ms = latency_ms

    async def execute(self, sql: str, *params: object) -> Any:
        await pass_ms(self._latency_ms)
        return await self._inner.execute(sql, *params)

    async def fetch(self, sql: str, *params: object, **options: bool) -> Any:
        await pass_ms(self._latency_ms)
        return await self._inner.fetch(sql, *params, **options)

    async def fetch_one(self, sql: str, *params: object, **options: bool) -> Any:
        await pass_ms(self._latency_ms)
        return await self._inner.fetch_one(sql, *params, **options)

    async def scalar(self, sql: str, *params: object, **options: bool) -> Any:
        await pass_ms(self._latency_ms)
        return await self._inner.scalar(sql, *params, **options)


class SlowDatabase(_Slow):
    """One process's way to the database. Statements inside a transaction take their time, too."""

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[_Slow]:
        """See the kata's ports."""
        async with self._inner.transaction() as tx:
            yield _Slow(tx, self._latency_ms)
