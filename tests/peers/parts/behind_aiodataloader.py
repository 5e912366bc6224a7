"""aiodataloader behind the part's signature, without its cache. It wants a loop when it is made."""

from __future__ import annotations

from aiodataloader import DataLoader


class BatchLoader:
    def __init__(self, fetch, max_batch=None):
        self._fetch = fetch
        self._max_batch = max_batch
        self._loader = None

    async def load(self, key):
        if self._loader is None:
            self._loader = DataLoader(self._call, max_batch_size=self._max_batch, cache=False)
        return await self._loader.load(key)

    async def _call(self, keys):
        return await self._fetch(keys)
