"""cashews behind the kata's signature, with the protection that is on by default."""

from __future__ import annotations

import cashews


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._loader = loader
        self._cache = cashews.Cache()
        self._cache.setup("mem://", size=capacity, check_interval=0)
        self._load = self._cache(ttl=ttl, key="{tenant}\x01{key}")(self._read)

    async def _read(self, tenant, key):
        return await self._loader.load(tenant, key)

    async def get(self, tenant, key):
        return await self._load(tenant, key)

    async def invalidate(self, tenant, key):
        await self._cache.delete(f"{tenant}\x01{key}")
