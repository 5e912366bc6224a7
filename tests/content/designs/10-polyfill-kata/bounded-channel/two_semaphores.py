"""Room and items are counted by two homemade fair gates; the items lie in a list between them."""

from __future__ import annotations

import asyncio


class Closed(Exception):
    pass


class _Gate:
    """A count of permits, handed over in order."""

    def __init__(self, free):
        self.free, self.line = free, []

    async def take(self):
        if self.free:
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self.line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn in self.line:
                self.line.remove(turn)
            elif not turn.cancelled() and not turn.exception():
                self.give()
            raise

    def give(self):
        while self.line:
            turn = self.line.pop(0)
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1

    def shut(self):
        for turn in self.line:
            if not turn.done():
                turn.set_exception(Closed())
                turn.exception()
        self.line = []


class Channel:
    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("no room")
        self.room, self.stock, self.items, self.closed = _Gate(capacity), _Gate(0), [], False

    async def send(self, item):
        if self.closed:
            raise Closed
        await self.room.take()
        if self.closed:
            raise Closed
        self.items.append(item)
        self.stock.give()

    async def receive(self):
        if self.closed and not self.stock.free:
            raise Closed
        await self.stock.take()
        item = self.items.pop(0)
        self.room.give()
        return item

    def close(self):
        self.closed = True
        self.room.shut()
        self.stock.shut()

    def __aiter__(self):
        return self

    async def __anext__(self):
        try:
            return await self.receive()
        except Closed:
            raise StopAsyncIteration from None
