"""the begin-it-again fix

Tempting, because an invalidation stops the load, takes its callback off and begins it anew, so no load is ever outdated.
A load that has just come back has already been told to call: a callback on its way cannot be taken off any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Loader

Address = tuple[str, str]


class Wish:
    """A row that somebody wants: one answer for all who wait, and the load that is to bring it, which may be replaced."""

    def __init__(self, cache: Cache, address: Address) -> None:
        self._cache = cache
        self._address = address
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.waiting = 0
        self.for_nobody = False
        self._begin()

    def _begin(self) -> None:
        self._load = asyncio.create_task(self._cache.loader.load(*self._address))
        self._load.add_done_callback(self._ended)

    def begin_again(self) -> None:
        """The row has changed: what is being read is of no use."""
        self._load.remove_done_callback(self._ended)
        self._load.cancel()
        self._begin()

    def give_up(self) -> None:
        """Nobody wants it any more."""
        self._cache.wishes.pop(self._address)
        self._load.remove_done_callback(self._ended)
        self._load.cancel()

    def _ended(self, load: asyncio.Task[str]) -> None:
        if load.cancelled() or self.answer.done():
            return
        self._cache.wishes.pop(self._address)
        error = load.exception()
        if error is None:
            self._cache.keep(self._address, load.result())
            self.answer.set_result(load.result())
        else:
            self.answer.set_exception(error)
            self.answer.exception()  # looked at, even if nobody waits


class Cache:
    """Rows of all tenants: fresh for `ttl` seconds, and served for `stale` more while they are refreshed."""

    def __init__(self, loader: Loader, ttl: float = 60.0, stale: float = 0.0, capacity: int = 1000) -> None:
        self.loader = loader
        self.wishes: dict[Address, Wish] = {}
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._entries: OrderedDict[Address, tuple[str, float]] = OrderedDict()

    async def get(self, tenant: str, key: str) -> str:
        """Return the row: from memory while it is young enough, from the database otherwise."""
        address = (tenant, key)
        value, loaded_at = self._entries.get(address, ("", float("-inf")))
        age = _now() - loaded_at
        if age < self._ttl + self._stale:
            self._entries.move_to_end(address)
            if age >= self._ttl:
                self._wish(address).for_nobody = True
            return value
        wish = self._wish(address)
        wish.waiting += 1
        try:
            return await asyncio.shield(wish.answer)
        finally:
            wish.waiting -= 1
            if not (wish.waiting or wish.for_nobody or wish.answer.done()):
                wish.give_up()

    async def invalidate(self, tenant: str, key: str) -> None:
        """The row was changed in the database: forget it, and begin anew what is loading."""
        self._entries.pop((tenant, key), None)
        if (tenant, key) in self.wishes:
            self.wishes[tenant, key].begin_again()

    def keep(self, address: Address, value: str) -> None:
        """Keep a row, and make room for it."""
        self._entries[address] = value, _now()
        self._entries.move_to_end(address)
        while len(self._entries) > self._capacity:
            self._entries.popitem(last=False)

    def _wish(self, address: Address) -> Wish:
        if address not in self.wishes:
            self.wishes[address] = Wish(self, address)
        return self.wishes[address]


def _now() -> float:
    return asyncio.get_running_loop().time()
