"""Whoever waits, waits for the next change of any kind, and looks again."""

from __future__ import annotations

import asyncio

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self.capacity = capacity
        self.waiting = []
        self.is_closed = False
        self.taken_or_waiting = 0
        self.change = asyncio.Event()

    def _changed(self):
        self.change.set()
        self.change = asyncio.Event()

    async def put(self, event):
        while not self.is_closed:
            if len(self.waiting) < self.capacity:
                self.waiting.append(event)
                self.taken_or_waiting += 1
                return self._changed()
            await self.change.wait()
        raise ChannelClosed

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout):
            while not self.waiting:
                if self.is_closed:
                    raise ChannelClosed
                await self.change.wait()
            event, *self.waiting = self.waiting
            self._changed()
            return event

    async def close(self):
        self.is_closed = True
        self._changed()

    async def done(self):
        self.taken_or_waiting -= 1
        self._changed()

    async def join(self):
        while self.taken_or_waiting:
            await self.change.wait()

    def __aiter__(self):
        return Events(self)


class Events:
    def __init__(self, channel):
        self.channel = channel

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.channel.take()
        except ChannelClosed:
            raise StopAsyncIteration from None
