"""A refresh that is asked for more often than it should run."""

import asyncio
import logging

from homeassistant.helpers.debounce import Debouncer


class Home:
    """The part of Home Assistant that the helper needs."""

    def __init__(self):
        self.loop = asyncio.get_running_loop()

    def async_add_job(self, target):
        return self.loop.create_task(target())

    def async_create_task(self, coroutine):
        return self.loop.create_task(coroutine)


class Refresh:
    def __init__(self, device):
        self._debouncer = Debouncer(
            Home(), logging.getLogger("refresh"), cooldown=1, immediate=True, function=device.refresh
        )

    async def ask(self):
        await self._debouncer.async_call()
