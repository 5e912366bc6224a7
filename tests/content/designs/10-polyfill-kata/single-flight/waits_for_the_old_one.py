"""A call that was given up is waited for, and only then is the next one begun."""

from __future__ import annotations

import asyncio


class SingleFlight:
    """One task for each key, until it is really gone."""

    def __init__(self):
        self._tasks = {}
        self._crowd = {}

    async def do(self, key, fn):
        while key in self._tasks and self._crowd[self._tasks[key]] == 0:
            await asyncio.wait([self._tasks[key]])
            await asyncio.sleep(0)
        if key not in self._tasks:

            async def work():
                try:
                    return await fn()
                finally:
                    del self._crowd[self._tasks.pop(key)]

            self._tasks[key] = asyncio.ensure_future(work())
            self._crowd[self._tasks[key]] = 0
        task = self._tasks[key]
        self._crowd[task] += 1
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if task in self._crowd:
                self._crowd[task] -= 1
                if self._crowd[task] == 0:
                    task.cancel()
            raise
