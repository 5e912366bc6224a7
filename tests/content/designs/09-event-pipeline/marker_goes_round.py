"""An unbounded asyncio queue whose end marker is put back by everyone who meets it; a semaphore holds putters back."""

from __future__ import annotations

import asyncio

from ports import ChannelClosed

END = object()


class Channel:
    def __init__(self, capacity):
        self._queue = asyncio.Queue()
        self._room = asyncio.Semaphore(capacity)
        self._closed = False
        self._open = 0
        self._change = asyncio.Condition()

    async def put(self, event):
        await self._room.acquire()
        if self._closed:
            self._room.release()
            raise ChannelClosed
        self._queue.put_nowait(event)
        self._open += 1

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout):
            event = await self._queue.get()
        if event is END:
            self._queue.put_nowait(END)
            raise ChannelClosed
        self._room.release()
        return event

    async def close(self):
        if self._closed:
            return
        self._closed = True
        self._queue.put_nowait(END)
        self._room.release()

    async def done(self):
        async with self._change:
            self._open -= 1
            self._change.notify_all()

    async def join(self):
        async with self._change:
            await self._change.wait_for(lambda: self._open <= 0)

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.take()
        except ChannelClosed:
            raise StopAsyncIteration from None
