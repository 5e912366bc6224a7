"""oneflight behind the part's signature. It also tells whether the result was shared."""

from __future__ import annotations

from oneflight import AsyncOneFlight


class SingleFlight:
    def __init__(self):
        self._flights = AsyncOneFlight()

    async def do(self, key, fn):
        result, _ = await self._flights.do(key, fn)
        return result
