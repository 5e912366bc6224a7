"""One lock and three conditions; each change wakes all of those whom it concerns."""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self._capacity = capacity
        self._queue = deque()
        self._closed = False
        self._open_tasks = 0
        lock = asyncio.Lock()
        self._not_empty = asyncio.Condition(lock)
        self._not_full = asyncio.Condition(lock)
        self._idle = asyncio.Condition(lock)

    async def put(self, event):
        async with self._not_full:
            while len(self._queue) >= self._capacity and not self._closed:
                await self._not_full.wait()
            if self._closed:
                raise ChannelClosed("closed")
            self._queue.append(event)
            self._open_tasks += 1
            self._not_empty.notify_all()

    async def take(self, timeout=None):
        if timeout is None:
            return await self._take()
        async with asyncio.timeout(timeout):
            return await self._take()

    async def _take(self):
        async with self._not_empty:
            while not self._queue and not self._closed:
                await self._not_empty.wait()
            if not self._queue:
                raise ChannelClosed("closed")
            event = self._queue.popleft()
            self._not_full.notify_all()
            return event

    async def close(self):
        async with self._not_empty:
            self._closed = True
            self._not_empty.notify_all()
            self._not_full.notify_all()

    async def done(self):
        async with self._idle:
            self._open_tasks -= 1
            if not self._open_tasks:
                self._idle.notify_all()

    async def join(self):
        async with self._idle:
            while self._open_tasks:
                await self._idle.wait()

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.take()
        except ChannelClosed as end:
            raise StopAsyncIteration from end
