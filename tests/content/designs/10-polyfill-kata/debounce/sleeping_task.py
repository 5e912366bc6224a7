"""A task sleeps for each call; the newest number is the one that may run."""

from __future__ import annotations

import asyncio


class Debounced:
    """Numbers its calls."""

    def __init__(self, fn, wait):
        self._fn, self._wait = fn, wait
        self._newest = 0
        self._job = None

    @property
    def pending(self):
        return self._job is not None

    def __call__(self, *args):
        self._newest += 1
        self._job = args
        asyncio.ensure_future(self._later(self._newest))

    async def _later(self, number):
        await asyncio.sleep(self._wait)
        if number == self._newest:
            self.flush()

    def cancel(self):
        self._newest += 1
        self._job = None

    def flush(self):
        job, self._job = self._job, None
        self._newest += 1
        if job is not None:
            return self._fn(*job)
        return None
