"""A list of futures for each row that is loading; a task runs the load and tells them all. Expiry is a timer."""

from __future__ import annotations

import asyncio


class Pending:
    def __init__(self, quiet):
        self.quiet = quiet  # begun for nobody
        self.waiters = []
        self.task = None


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._values = {}  # address -> value; the first is the one used longest ago
        self._timers = {}  # address -> the timer that makes it stale, then the one that drops it
        self._old = set()
        self._pending = {}

    async def get(self, tenant, key):
        address = tenant, key
        if address in self._values:
            value = self._values.pop(address)
            self._values[address] = value
            if address in self._old and address not in self._pending:
                self._start(address, quiet=True)
            return value
        pending = self._pending.get(address) or self._start(address)
        future = asyncio.get_running_loop().create_future()
        pending.waiters.append(future)
        try:
            return await future
        finally:
            pending.waiters.remove(future)
            if not pending.waiters and not pending.task.done() and not pending.quiet:
                if self._pending.get(address) is pending:
                    del self._pending[address]
                pending.task.cancel()

    async def invalidate(self, tenant, key):
        self._pending.pop((tenant, key), None)
        self._drop((tenant, key))

    def _start(self, address, quiet=False):
        pending = self._pending[address] = Pending(quiet)
        pending.task = asyncio.create_task(self._run(address, pending))
        return pending

    async def _run(self, address, pending):
        value = error = None
        try:
            value = await self._loader.load(address[0], key=address[1])
        except Exception as raised:
            error = raised
        if self._pending.get(address) is pending:
            del self._pending[address]
            if error is None:
                self._store(address, value)
        for future in pending.waiters:
            if not future.done():
                future.set_result(value) if error is None else future.set_exception(error)

    def _store(self, address, value):
        self._drop(address)
        self._values[address] = value
        self._timers[address] = asyncio.get_running_loop().call_later(self._ttl, self._expire, address)
        while len(self._values) > self._capacity:
            self._drop(next(iter(self._values)))

    def _expire(self, address):
        if self._stale <= 0:
            self._drop(address)
            return
        self._old.add(address)
        self._timers[address] = asyncio.get_running_loop().call_later(self._stale, self._drop, address)

    def _drop(self, address):
        self._values.pop(address, None)
        self._old.discard(address)
        timer = self._timers.pop(address, None)
        if timer is not None:
            timer.cancel()
