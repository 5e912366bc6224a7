"""A job that gives its source a minute."""

import asyncio


class Job:
    def __init__(self, source):
        self._source = source

    async def run(self):
        item = await asyncio.wait_for(self._source.fetch(), 60)
        await self._source.store(item)
        return item
