"""Work, one at a time."""

import anyio


class Desk:
    def __init__(self, office):
        self._office = office
        self._limiter = anyio.CapacityLimiter(1)

    async def serve(self):
        async with self._limiter:
            await self._office.stamp()
