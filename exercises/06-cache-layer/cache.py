"""The read-through cache in front of the price tables, one for each instance of the service."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Loader

log = logging.getLogger(__name__)


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
        self._entries: dict[str, Entry] = {}
        self._first_loads: dict[str, asyncio.Task[str]] = {}
        self._refreshes: set[asyncio.Task[str]] = set()

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        entry = self._entries.get(key)
        if entry is None:
            return await self._first(tenant, key)
        age = _now() - entry.loaded_at
        if age < self._ttl:
            return entry.value
        if age < self._ttl + self._stale:
            self._refresh(tenant, key)
            return entry.value
        return await self._load(tenant, key)

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it."""
        log.info("invalidated tenant=%s key=%s", tenant, key)
        self._entries.pop(key, None)

    async def _first(self, tenant: str, key: str) -> str:
        """Load a row that is not there. Whoever asks for it meanwhile shares the load."""
        load = self._first_loads.get(key)
        if load is None:
            load = self._first_loads[key] = asyncio.create_task(self._load(tenant, key))
        value = await load
        self._first_loads.pop(key, None)
        return value

    def _refresh(self, tenant: str, key: str) -> None:
        """Load the row again, in the background."""
        refresh = asyncio.create_task(self._load(tenant, key))
        self._refreshes.add(refresh)
        refresh.add_done_callback(self._refreshes.discard)

    async def _load(self, tenant: str, key: str) -> str:
        value = await self._loader.load(tenant, key)
        self._entries[key] = Entry(value, _now())
        self._sweep()
        return value

    def _sweep(self) -> None:
        """Drop what has expired as soon as there is more than there should be."""
        if len(self._entries) <= self._capacity:
            return
        oldest = _now() - self._ttl - self._stale
        for key in [key for key, entry in self._entries.items() if entry.loaded_at < oldest]:
            del self._entries[key]


def _now() -> float:
    return asyncio.get_running_loop().time()
