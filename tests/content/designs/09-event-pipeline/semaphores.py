"""Two semaphores, one for room and one for events; once closed, a permit goes round and lets everybody out."""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self._free = asyncio.Semaphore(capacity)
        self._filled = asyncio.Semaphore(0)
        self._events = deque()
        self._closed = False
        self._open = 0
        self._joiners = set()

    async def put(self, event):
        if self._closed:
            raise ChannelClosed
        await self._free.acquire()
        if self._closed:
            self._free.release()
            raise ChannelClosed
        self._events.append(event)
        self._open += 1
        self._filled.release()

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout):
            await self._filled.acquire()
        if not self._events:
            self._filled.release()
            raise ChannelClosed
        self._free.release()
        return self._events.popleft()

    async def close(self):
        if not self._closed:
            self._closed = True
            self._filled.release()
            self._free.release()

    async def done(self):
        self._open -= 1
        if self._open == 0:
            for joiner in self._joiners:
                if not joiner.done():
                    joiner.set_result(None)
            self._joiners.clear()

    async def join(self):
        if self._open:
            joiner = asyncio.get_running_loop().create_future()
            self._joiners.add(joiner)
            await joiner

    async def __aiter__(self):
        while True:
            try:
                yield await self.take()
            except ChannelClosed:
                return
