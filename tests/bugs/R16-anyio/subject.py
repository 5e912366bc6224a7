"""A list that consumers wait for, guarded by a condition."""

import anyio


class Mailbox:
    def __init__(self, net):
        self._net = net
        self._items = []
        # The plain lock yields on its way in, where a cancellation of asyncio's own hits wait() in both versions.
        self._changed = anyio.Condition(anyio.Lock(fast_acquire=True))

    async def put(self, item):
        await self._net.receive()
        async with self._changed:
            self._items.append(item)
            self._changed.notify()

    async def take(self):
        async with self._changed:
            while not self._items:
                await self._changed.wait()
            return self._items.pop()

    def left(self):
        return len(self._items)
