"""Each call is an object that runs itself, rings a bell at its end, and knows who listens."""

from __future__ import annotations

import asyncio


class SingleFlight:
    """Finds the call to listen to."""

    def __init__(self):
        self._flights = {}

    async def do(self, key, fn):
        flight = self._flights.get(key)
        if flight is None or flight.over:
            flight = self._flights[key] = _Flight(fn)
        try:
            return await flight.listen()
        finally:
            if flight.over and self._flights.get(key) is flight:
                self._flights.pop(key)


class _Flight:
    def __init__(self, fn):
        self.over = False
        self._listeners = 0
        self._bell = asyncio.Event()
        self._give = None
        self._task = asyncio.get_running_loop().create_task(self._run(fn))

    async def _run(self, fn):
        try:
            value = await fn()
            self._give = lambda: value
        except Exception as exception:
            error = exception

            def give():
                raise error

            self._give = give
        finally:
            self.over = True
            self._bell.set()

    async def listen(self):
        self._listeners += 1
        try:
            await self._bell.wait()
        finally:
            self._listeners -= 1
            if not self._listeners and not self.over:
                self.over = True
                self._task.cancel()
        return self._give()
