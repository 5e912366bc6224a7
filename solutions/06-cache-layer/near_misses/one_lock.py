"""the one-lock-for-the-cache fix

Tempting, because with a lock around question and load there is one load for a row, failures and departures need no
thought, and a second look inside finds what the one before has fetched. But it is one lock: who reads tea waits for rice.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Loader

Address = tuple[str, str]


@dataclass(frozen=True)
class Entry:
    """A row, and when it came."""

    value: str
    loaded_at: float


class Cache:
    """Rows of all tenants: fresh for `ttl` seconds, and served for `stale` more while they are refreshed."""

    def __init__(self, loader: Loader, ttl: float = 60.0, stale: float = 0.0, capacity: int = 1000) -> None:
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._entries: OrderedDict[Address, Entry] = OrderedDict()
        self._loading = asyncio.Lock()
        self._changes: Counter[Address] = Counter()
        self._refreshes: dict[Address, asyncio.Task[None]] = {}

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        value = self._kept(address, self._ttl + self._stale)
        if value is None:
            return await self._load(address)
        if self._kept(address, self._ttl) is None and address not in self._refreshes:
            refresh = self._refreshes[address] = asyncio.create_task(self._refresh(address))
            refresh.add_done_callback(lambda _: self._refreshes.pop(address))
        return value

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it, and let no load that is under way bring it back."""
        self._changes[tenant, key] += 1
        self._entries.pop((tenant, key), None)

    async def _load(self, address: Address) -> str:
        async with self._loading:
            value = self._kept(address, self._ttl)
            if value is None:
                before = self._changes[address]
                value = await self._loader.load(*address)
                if self._changes[address] == before:
                    self._keep(address, value)
            return value

    async def _refresh(self, address: Address) -> None:
        try:
            await self._load(address)
        except Exception:
            return  # the row stays as it is

    def _kept(self, address: Address, age: float) -> str | None:
        entry = self._entries.get(address)
        if entry is None or _now() - entry.loaded_at >= age:
            return None
        self._entries.move_to_end(address)
        return entry.value

    def _keep(self, address: Address, value: str) -> None:
        self._entries[address] = Entry(value, _now())
        self._entries.move_to_end(address)
        while len(self._entries) > self._capacity:
            self._entries.popitem(last=False)


def _now() -> float:
    return asyncio.get_running_loop().time()
