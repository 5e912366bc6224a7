"""asyncio's own queue with what Python 3.13 gives it: an end. Who waits in it is woken by the queue's own means."""

from __future__ import annotations

import asyncio

from ports import ChannelClosed


class ClosableQueue(asyncio.Queue):
    ended = False

    def end(self):
        self.ended = True
        for waiters in (self._getters, self._putters):
            while waiters:
                self._wakeup_next(waiters)

    async def put(self, item):
        while self.full() and not self.ended:
            putter = asyncio.get_running_loop().create_future()
            self._putters.append(putter)
            try:
                await putter
            except BaseException:
                putter.cancel()
                if putter in self._putters:
                    self._putters.remove(putter)
                if not self.full() and not putter.cancelled():
                    self._wakeup_next(self._putters)
                raise
        if self.ended:
            raise ChannelClosed
        self.put_nowait(item)

    async def get(self):
        while self.empty() and not self.ended:
            getter = asyncio.get_running_loop().create_future()
            self._getters.append(getter)
            try:
                await getter
            except BaseException:
                getter.cancel()
                if getter in self._getters:
                    self._getters.remove(getter)
                if not self.empty() and not getter.cancelled():
                    self._wakeup_next(self._getters)
                raise
        if self.empty():
            raise ChannelClosed
        return self.get_nowait()


class Channel:
    def __init__(self, capacity):
        self._queue = ClosableQueue(capacity)
        self.put = self._queue.put
        self.join = self._queue.join

    async def take(self, timeout=None):
        return await asyncio.wait_for(self._queue.get(), timeout)

    async def close(self):
        self._queue.end()

    async def done(self):
        self._queue.task_done()

    async def __aiter__(self):
        try:
            while True:
                yield await self._queue.get()
        except ChannelClosed:
            pass
