"""Requests to a radio, one at a time."""

from zigpy.datastructures import PriorityDynamicBoundedSemaphore


class Requests:
    def __init__(self, radio):
        self._radio = radio
        self._places = PriorityDynamicBoundedSemaphore(1)

    async def send(self):
        async with self._places:
            await self._radio.send()
