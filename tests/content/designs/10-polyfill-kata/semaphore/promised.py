"""Free permits and promised ones are counted apart: a waiter that wakes takes what was promised to it."""

from __future__ import annotations

import asyncio
import collections


class Semaphore:
    """Counts permits; promises one to each waiter that it wakes."""

    def __init__(self, permits=1):
        if permits < 0:
            raise ValueError(permits)
        self._value = permits
        self._promised = 0
        self._waiters = collections.deque()

    def locked(self):
        return self._value - self._promised <= 0 or bool(self._waiters)

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if waiter.done() and not waiter.cancelled():
                self._promised -= 1
            elif waiter in self._waiters:
                self._waiters.remove(waiter)
            raise
        else:
            self._promised -= 1
            self._value -= 1
        finally:
            self._promise()
        return True

    def release(self):
        self._value += 1
        self._promise()

    def _promise(self):
        while self._waiters and self._value > self._promised:
            waiter = self._waiters.popleft()
            if not waiter.done():
                waiter.set_result(True)
                self._promised += 1

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *error):
        self.release()
