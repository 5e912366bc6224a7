"""anyio's CapacityLimiter behind the part's signature. It wants a loop when it is made."""

from __future__ import annotations

from anyio import CapacityLimiter


class Limiter:
    def __init__(self, limit):
        self._limiter = None
        self.limit = limit

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, limit):
        if limit < 1:
            raise ValueError(f"limit must be 1 or more, not {limit}")
        self._limit = limit
        if self._limiter is not None:
            self._limiter.total_tokens = limit

    @property
    def active(self):
        return 0 if self._limiter is None else int(self._limiter.borrowed_tokens)

    async def run(self, fn):
        if self._limiter is None:
            self._limiter = CapacityLimiter(self._limit)
        who = object()
        await self._limiter.acquire_on_behalf_of(who)
        try:
            return await fn()
        finally:
            self._limiter.release_on_behalf_of(who)
