"""One taker at a time looks, the others queue for a lock; the same for putters."""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self.capacity = capacity
        self.buffer = deque()
        self.closed = False
        self.unfinished = 0
        self.front = asyncio.Lock()
        self.back = asyncio.Lock()
        self.news_for_taker = asyncio.Event()
        self.news_for_putter = asyncio.Event()
        self.finished = asyncio.Event()
        self.finished.set()

    async def put(self, event):
        async with self.back:
            while not self.closed and len(self.buffer) == self.capacity:
                self.news_for_putter.clear()
                await self.news_for_putter.wait()
            if self.closed:
                raise ChannelClosed("too late")
            self.buffer.append(event)
            self.unfinished += 1
            self.finished.clear()
            self.news_for_taker.set()

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout), self.front:
            while not self.buffer:
                if self.closed:
                    raise ChannelClosed("the end")
                self.news_for_taker.clear()
                await self.news_for_taker.wait()
            self.news_for_putter.set()
            return self.buffer.popleft()

    async def close(self):
        self.closed = True
        self.news_for_taker.set()
        self.news_for_putter.set()

    async def done(self):
        self.unfinished -= 1
        if not self.unfinished:
            self.finished.set()

    async def join(self):
        await self.finished.wait()

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.take()
        except ChannelClosed:
            raise StopAsyncIteration from None
