"""Nobody waits where there is room; who waits is let in by whoever makes room."""

from __future__ import annotations

import asyncio


class Limiter:
    def __init__(self, limit):
        if limit < 1:
            raise ValueError(limit)
        self._limit, self._taken, self._queue = limit, 0, []

    @property
    def active(self):
        return self._taken

    @property
    def limit(self):
        return self._limit

    @limit.setter
    def limit(self, limit):
        if limit < 1:
            raise ValueError(limit)
        self._limit = limit
        self._hand_over()

    def _hand_over(self):
        self._queue = [waiter for waiter in self._queue if not waiter.done()]
        while self._queue and self._taken < self._limit:
            self._taken += 1
            self._queue.pop(0).set_result("go")

    async def _place(self):
        if self._taken < self._limit and not [waiter for waiter in self._queue if not waiter.done()]:
            self._taken += 1
            return
        waiter = asyncio.get_running_loop().create_future()
        self._queue.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._taken -= 1
                self._hand_over()
            raise

    async def run(self, fn):
        await self._place()
        try:
            return await fn()
        finally:
            self._taken -= 1
            self._hand_over()
