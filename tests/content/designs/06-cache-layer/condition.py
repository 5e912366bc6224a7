"""One condition for the whole cache; the reader itself loads, and says so in a set. No task but the refresh."""

from __future__ import annotations

import asyncio


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._rows = {}
        self._loading = {}  # address -> a token of who loads it
        self._changed = asyncio.Condition()
        self._tasks = set()

    def _age(self, address):
        return asyncio.get_running_loop().time() - self._rows[address][1] if address in self._rows else float("inf")

    def _use(self, address):
        self._rows[address] = self._rows.pop(address)
        return self._rows[address][0]

    async def get(self, tenant, key):
        address = (tenant, key)
        age = self._age(address)
        if age < self._ttl:
            return self._use(address)
        if age < self._ttl + self._stale:
            if address not in self._loading:
                token = self._loading[address] = object()
                task = asyncio.create_task(self._refresh(address, token))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            return self._use(address)
        while address in self._loading:
            async with self._changed:
                await self._changed.wait_for(lambda: address not in self._loading)
            if self._age(address) < self._ttl:
                return self._use(address)
        token = self._loading[address] = object()
        return await self._load(address, token)

    async def invalidate(self, tenant, key):
        self._rows.pop((tenant, key), None)
        self._loading.pop((tenant, key), None)
        async with self._changed:
            self._changed.notify_all()

    async def _refresh(self, address, token):
        try:
            await self._load(address, token)
        except Exception:
            pass

    async def _load(self, address, token):
        try:
            value = await self._loader.load(*address)
            if self._loading.get(address) is token:
                self._rows.pop(address, None)
                self._rows[address] = (value, asyncio.get_running_loop().time())
                if len(self._rows) > self._capacity:
                    self._rows.pop(next(iter(self._rows)))
            return value
        finally:
            if self._loading.get(address) is token:
                del self._loading[address]
            # No await in a finally that a cancellation may have brought: nobody holds the lock across an await but a waiter.
            self._wake()

    def _wake(self):
        async def notify():
            async with self._changed:
                self._changed.notify_all()

        task = asyncio.create_task(notify())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
