"""A stand-in for the visible tests: a database that answers at once."""

from __future__ import annotations

import asyncio

from ports import LoadFailed


class FakeLoader:
    """Reads `rows`, or fails while `down` is true. `asked` keeps what was asked for."""

    def __init__(self) -> None:
        self.down = False
        self.asked: list[tuple[str, str]] = []
        self.rows: dict[tuple[str, str], str] = {}

    async def load(self, tenant: str, key: str) -> str:
        self.asked.append((tenant, key))
        await asyncio.sleep(0)
        if self.down:
            raise LoadFailed("no answer")
        return self.rows.get((tenant, key), f"{key} of {tenant}")
