"""A list that consumers wait for, guarded by a condition."""

import asyncio


class Mailbox:
    def __init__(self, net):
        self._net = net
        self._items = []
        self._changed = asyncio.Condition()

    async def put(self, item):
        await self._net.receive()
        async with self._changed:
            self._items.append(item)
            self._changed.notify()

    async def take(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._items)
            return self._items.pop()

    def left(self):
        return len(self._items)
