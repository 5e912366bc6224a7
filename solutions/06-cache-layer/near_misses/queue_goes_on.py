"""the lock-per-row fix whose queue outlives it

Tempting, because an invalidation puts up a new lock for those who come after it, and whoever stands at the old one is served
in turn. But what they load is not kept any more: each of them finds no row, and loads one for itself alone.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ports import LoadFailed

if TYPE_CHECKING:
    from ports import Loader

Address = tuple[str, str]


@dataclass(frozen=True)
class Entry:
    """A row, and when it came."""

    value: str
    loaded_at: float


class Gate:
    """Lets one reader of a row load it. It is there as long as somebody needs it, or until an invalidation."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.users = 0


class Cache:
    """Rows of all tenants: fresh for `ttl` seconds, and served for `stale` more while they are refreshed."""

    def __init__(self, loader: Loader, ttl: float = 60.0, stale: float = 0.0, capacity: int = 1000) -> None:
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._entries: OrderedDict[Address, Entry] = OrderedDict()
        self._gates: dict[Address, Gate] = {}
        self._refreshes: dict[Address, asyncio.Task[None]] = {}

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        value = self._kept(address, self._ttl)
        if value is not None:
            return value
        value = self._kept(address, self._ttl + self._stale)
        if value is None:
            return await self._load(address)
        if address not in self._refreshes and address not in self._gates:
            refresh = self._refreshes[address] = asyncio.create_task(self._refresh(address))
            refresh.add_done_callback(lambda _: self._forget_refresh(address, refresh))
        return value

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it, and with it the gate through which it is being loaded."""
        self._entries.pop((tenant, key), None)
        self._gates.pop((tenant, key), None)
        self._refreshes.pop((tenant, key), None)

    async def _load(self, address: Address) -> str:
        gate = self._gates.setdefault(address, Gate())
        gate.users += 1
        try:
            async with gate.lock:
                value = self._kept(address, self._ttl)
                if value is None:
                    value = await self._loader.load(*address)
                    if self._gates.get(address) is gate:
                        self._keep(address, value)
                return value
        finally:
            gate.users -= 1
            if gate.users == 0 and self._gates.get(address) is gate:
                del self._gates[address]

    async def _refresh(self, address: Address) -> None:
        try:
            await self._load(address)
        except LoadFailed:
            return  # the row stays as it is

    def _forget_refresh(self, address: Address, refresh: asyncio.Task[None]) -> None:
        if self._refreshes.get(address) is refresh:
            del self._refreshes[address]

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
