"""Numbered tickets: a board calls the numbers, and a called number that nobody answers to is passed on."""

from __future__ import annotations

import asyncio
import itertools


class Semaphore:
    """So many are called at a time."""

    def __init__(self, permits=1):
        if permits < 0:
            raise ValueError(permits)
        self._numbers = itertools.count()
        self._waiting = {}
        self._called = set()
        self._spare = permits

    def locked(self):
        return not self._spare

    async def acquire(self):
        if self._spare and not self._waiting:
            self._spare -= 1
            return True
        number = next(self._numbers)
        bell = self._waiting[number] = asyncio.Event()
        try:
            await bell.wait()
        except BaseException:
            if number in self._called:
                self._called.discard(number)
                self.release()
            else:
                del self._waiting[number]
            raise
        self._called.discard(number)
        return True

    def release(self):
        if not self._waiting:
            self._spare += 1
            return
        number = min(self._waiting)
        self._called.add(number)
        self._waiting.pop(number).set()

    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, *error):
        self.release()
