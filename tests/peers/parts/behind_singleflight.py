"""singleflight behind the part's signature."""

from __future__ import annotations

from singleflight.asynchronous import SingleFlightAsync


class SingleFlight:
    def __init__(self):
        self._flights = SingleFlightAsync()

    async def do(self, key, fn):
        return await self._flights.call(fn, key)
