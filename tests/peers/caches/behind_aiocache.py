"""aiocache behind the kata's signature, with its lock against stampedes. It keeps as many rows as come."""

from __future__ import annotations

from aiocache import cached_stampede


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._loader = loader
        self._load = cached_stampede(lease=3600, ttl=ttl, key_builder=lambda _read, *row: repr(row))(self._read)

    async def _read(self, tenant, key):
        return await self._loader.load(tenant, key)

    async def get(self, tenant, key):
        return await self._load(tenant, key)

    async def invalidate(self, tenant, key):
        await self._load.cache.delete(repr((tenant, key)))
