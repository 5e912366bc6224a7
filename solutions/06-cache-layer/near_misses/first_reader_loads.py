"""the first-one-fetches fix

Tempting, because the first reader loads, the others wait for a future behind a shield, and however the load ends the first
one tells them. It tells them of its own departure too: they are cancelled because somebody else has left.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
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
        self._loads: dict[Address, asyncio.Future[str]] = {}
        self._refreshes: dict[Address, asyncio.Task[None]] = {}

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        entry = self._entries.get(address)
        if entry is not None:
            age = _now() - entry.loaded_at
            if age >= self._ttl and age < self._ttl + self._stale and address not in self._refreshes:
                refresh = self._refreshes[address] = asyncio.create_task(self._refresh(address))
                refresh.add_done_callback(lambda _: self._refreshes.pop(address))
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
        if load is not None:
            return await asyncio.shield(load)
        load = self._loads[address] = asyncio.get_running_loop().create_future()
        try:
            value = await self._loader.load(*address)
        except BaseException as error:
            self._forget(address, load)
            if isinstance(error, asyncio.CancelledError):
                load.cancel()
            else:
                load.set_exception(error)
                load.exception()  # looked at, even if nobody else waits
            raise
        if self._loads.get(address) is load:
            self._keep(address, value)
        self._forget(address, load)
        load.set_result(value)
        return value

    async def _refresh(self, address: Address) -> None:
        try:
            await self._wait_for(address)
        except Exception:
            return  # the row stays as it is

    def _forget(self, address: Address, load: asyncio.Future[str]) -> None:
        """It counts no longer. A newer load of the same row stays."""
        if self._loads.get(address) is load:
            del self._loads[address]

    def _keep(self, address: Address, value: str) -> None:
        self._entries[address] = Entry(value, _now())
        self._entries.move_to_end(address)
        while len(self._entries) > self._capacity:
            self._entries.popitem(last=False)


def _now() -> float:
    return asyncio.get_running_loop().time()
