"""the keep-what-is-being-refreshed fix

Tempting, because a row whose refresh is on the way will be as good as new, so it would be a pity to drop it now. When a
hundred rows are stale there are a hundred more than there should be, as long as the database is slow.
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


class Load:
    """One load under way: its task, and how many wait for it."""

    def __init__(self, *, for_nobody: bool) -> None:
        self.task: asyncio.Task[str]
        self.for_nobody = for_nobody
        self.waiting = 0


class Cache:
    """Rows of all tenants: fresh for `ttl` seconds, and served for `stale` more while they are refreshed."""

    def __init__(self, loader: Loader, ttl: float = 60.0, stale: float = 0.0, capacity: int = 1000) -> None:
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._entries: OrderedDict[Address, Entry] = OrderedDict()
        self._loads: dict[Address, Load] = {}

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        entry = self._entries.get(address)
        if entry is not None:
            age = _now() - entry.loaded_at
            if age >= self._ttl and age < self._ttl + self._stale and address not in self._loads:
                self._begin(address, for_nobody=True)
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
        load = self._loads.get(address) or self._begin(address, for_nobody=False)
        load.waiting += 1
        try:
            await asyncio.wait([load.task])  # a cancelled reader leaves the task alone
        finally:
            load.waiting -= 1
            if load.waiting == 0 and not load.for_nobody:
                self._forget(address, load)  # before it ends: whoever comes now must not join it
                load.task.cancel()
        return load.task.result()

    def _begin(self, address: Address, *, for_nobody: bool) -> Load:
        load = self._loads[address] = Load(for_nobody=for_nobody)
        load.task = asyncio.create_task(self._run(address, load))
        load.task.add_done_callback(_look_at)
        return load

    async def _run(self, address: Address, load: Load) -> str:
        try:
            value = await self._loader.load(*address)
            if self._loads.get(address) is load:
                self._keep(address, value)
            return value
        finally:
            self._forget(address, load)

    def _forget(self, address: Address, load: Load) -> None:
        """It counts no longer. A newer load of the same row stays."""
        if self._loads.get(address) is load:
            del self._loads[address]

    def _keep(self, address: Address, value: str) -> None:
        self._entries[address] = Entry(value, _now())
        self._entries.move_to_end(address)
        for each in list(self._entries)[: max(0, len(self._entries) - self._capacity)]:
            if each not in self._loads or each == address:
                del self._entries[each]


def _look_at(task: asyncio.Task[str]) -> None:
    """Nobody may be left to be told of a failure."""
    if not task.cancelled():
        task.exception()


def _now() -> float:
    return asyncio.get_running_loop().time()
