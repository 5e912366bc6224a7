"""the keep-what-`load`-returns fix

Tempting, because it looks like keeping the promise that it will be there, and `functools.cache` would do the same. But
what an `async def` returns is a coroutine: it can be awaited once, and the second reader gets a RuntimeError.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        self._loads: dict[Address, Coroutine[Any, Any, str]] = {}
        self._refreshes: dict[Address, asyncio.Task[None]] = {}

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        entry = self._entries.get(address)
        if entry is not None:
            age = _now() - entry.loaded_at
            if age >= self._ttl and age < self._ttl + self._stale and address not in self._refreshes:
                refresh = self._refreshes[address] = asyncio.create_task(self._refresh(address))
                refresh.add_done_callback(lambda _: self._refreshes.pop(address, None))
            if age < self._ttl + self._stale:
                self._entries.move_to_end(address)
                return entry.value
        return await self._wait_for(address)

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it, and let no load that is under way bring it back."""
        self._entries.pop((tenant, key), None)
        self._loads.pop((tenant, key), None)

    async def _wait_for(self, address: Address) -> str:
        """Wait for the load that is under way, or for a new one."""
        load = self._loads.get(address)
        if load is None:
            load = self._loads[address] = self._loader.load(*address)
        try:
            value = await load
            if self._loads.get(address) is load:
                self._keep(address, value)
            return value
        finally:
            if self._loads.get(address) is load:
                del self._loads[address]

    async def _refresh(self, address: Address) -> None:
        try:
            await self._wait_for(address)
        except Exception:
            return  # the row stays as it is

    def _keep(self, address: Address, value: str) -> None:
        self._entries[address] = Entry(value, _now())
        self._entries.move_to_end(address)
        while len(self._entries) > self._capacity:
            self._entries.popitem(last=False)


def _now() -> float:
    return asyncio.get_running_loop().time()
