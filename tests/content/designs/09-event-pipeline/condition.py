"""One condition for everybody, and every change wakes all."""

from __future__ import annotations

import asyncio

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []
        self.open = True
        self.pending = 0
        self.changed = asyncio.Condition()

    async def put(self, event):
        async with self.changed:
            await self.changed.wait_for(lambda: not self.open or len(self.items) < self.capacity)
            if not self.open:
                raise ChannelClosed
            self.items.append(event)
            self.pending += 1
            self.changed.notify_all()

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout), self.changed:
            await self.changed.wait_for(lambda: not self.open or self.items)
            if not self.items:
                raise ChannelClosed
            event = self.items.pop(0)
            self.changed.notify_all()
            return event

    async def close(self):
        async with self.changed:
            self.open = False
            self.changed.notify_all()

    async def done(self):
        async with self.changed:
            self.pending -= 1
            self.changed.notify_all()

    async def join(self):
        async with self.changed:
            await self.changed.wait_for(lambda: self.pending == 0)

    async def __aiter__(self):
        while True:
            try:
                event = await self.take()
            except ChannelClosed:
                return
            yield event
