"""async-lru behind the kata's signature. It has no stale rows."""

from __future__ import annotations

from async_lru import alru_cache


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._load = alru_cache(maxsize=capacity, ttl=ttl)(loader.load)

    async def get(self, tenant, key):
        return await self._load(tenant, key)

    async def invalidate(self, tenant, key):
        self._load.cache_invalidate(tenant, key)
