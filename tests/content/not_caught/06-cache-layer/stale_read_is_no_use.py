"""The read-through cache in front of the price tables, one for each instance of the service."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Loader

log = logging.getLogger(__name__)

Name = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Row:
    value: str
    loaded_at: float


class Load:
    """One call of the loader, and how many wait for it."""

    def __init__(self, background: bool) -> None:
        self.background = background
        self.waiting = 0
        self.task: asyncio.Task[Row]


class Cache:
    """Rows of all tenants: fresh for `ttl` seconds, and served for `stale` more while they are refreshed."""

    def __init__(self, loader: Loader, ttl: float = 60.0, stale: float = 0.0, capacity: int = 1000) -> None:
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._rows: OrderedDict[Name, Row] = OrderedDict()  # by last use
        self._loads: dict[Name, Load] = {}  # what a newcomer may wait for
        self._tasks: set[asyncio.Task[Row]] = set()

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        name = tenant, key
        row = self._rows.get(name)
        if row is not None:
            age = _now() - row.loaded_at
            if age < self._ttl + self._stale:
                if age >= self._ttl and name not in self._loads:
                    self._begin(name, background=True)
                if age < self._ttl:
                    self._rows.move_to_end(name)
                return row.value
            del self._rows[name]
        load = self._loads.get(name) or self._begin(name, background=False)
        load.waiting += 1
        try:
            await asyncio.wait([load.task])
        finally:
            load.waiting -= 1
            if not load.waiting and not load.background and not load.task.done():
                self._forget(name, load)
                load.task.cancel()
        row = load.task.result()
        if self._rows.get(name) is row:
            self._rows.move_to_end(name)
        return row.value

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it, and what is on its way."""
        log.info("invalidated tenant=%r key=%r", tenant, key)
        self._rows.pop((tenant, key), None)
        self._loads.pop((tenant, key), None)

    def _begin(self, name: Name, background: bool) -> Load:
        load = self._loads[name] = Load(background)
        load.task = asyncio.create_task(self._run(name, load))
        self._tasks.add(load.task)
        load.task.add_done_callback(self._ended)
        return load

    def _ended(self, task: asyncio.Task[Row]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits gets it; if nobody does, nobody is told

    def _forget(self, name: Name, load: Load) -> bool:
        if self._loads.get(name) is not load:
            return False
        del self._loads[name]
        return True

    async def _run(self, name: Name, load: Load) -> Row:
        try:
            row = Row(await self._loader.load(*name), _now())
        except BaseException:
            self._forget(name, load)
            raise
        if self._forget(name, load):
            self._rows[name] = row
            self._rows.move_to_end(name)
            while len(self._rows) > self._capacity:
                self._rows.popitem(last=False)
        return row


def _now() -> float:
    return asyncio.get_running_loop().time()
