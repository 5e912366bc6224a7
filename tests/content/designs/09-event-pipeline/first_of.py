"""Each waits for the first of two events: news for its side, or the end."""

from __future__ import annotations

import asyncio

from ports import ChannelClosed


class Channel:
    def __init__(self, capacity):
        self.capacity = capacity
        self.inside = []
        self.has_room = asyncio.Event()
        self.has_events = asyncio.Event()
        self.is_closed = asyncio.Event()
        self.is_done = asyncio.Event()
        self.unfinished = 0
        self._signal()

    def _signal(self):
        for flag, state in (
            (self.has_room, len(self.inside) < self.capacity),
            (self.has_events, bool(self.inside)),
            (self.is_done, self.unfinished == 0),
        ):
            flag.set() if state else flag.clear()

    async def put(self, event):
        while not self.has_room.is_set() and not self.is_closed.is_set():
            await first_of(self.has_room.wait(), self.is_closed.wait())
        if self.is_closed.is_set():
            raise ChannelClosed("no more")
        self.inside.append(event)
        self.unfinished += 1
        self._signal()

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout):
            while not self.has_events.is_set():
                if self.is_closed.is_set():
                    raise ChannelClosed("no more")
                await first_of(self.has_events.wait(), self.is_closed.wait())
            event = self.inside.pop(0)
            self._signal()
            return event

    async def close(self):
        self.is_closed.set()

    async def done(self):
        self.unfinished -= 1
        self._signal()

    async def join(self):
        await self.is_done.wait()

    async def __aiter__(self):
        try:
            while True:
                yield await self.take()
        except ChannelClosed:
            return


async def first_of(*coroutines):
    tasks = [asyncio.create_task(each) for each in coroutines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
