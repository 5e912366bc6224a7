"""A list of ends and one future that rings for the next; the iterator keeps an index into the list."""

from __future__ import annotations

import asyncio


class as_completed:
    def __init__(self, *awaitables):
        self.futures = [asyncio.ensure_future(each) for each in awaitables]
        self.log = []
        self.bell = None
        self.read = 0
        self.over = False
        for index, future in enumerate(self.futures):
            future.add_done_callback(lambda done, index=index: self.ended(index, done))

    def ended(self, index, future):
        error = asyncio.CancelledError() if future.cancelled() else future.exception()
        self.log.append((index, future, error))
        if self.bell is not None and not self.bell.done():
            self.bell.set_result(None)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.over or self.read == len(self.futures):
            self.over = True
            raise StopAsyncIteration
        try:
            while self.read == len(self.log):
                self.bell = asyncio.get_running_loop().create_future()
                await self.bell
        except asyncio.CancelledError:
            await self.aclose()
            raise
        index, future, error = self.log[self.read]
        self.read += 1
        if error is None:
            return index, future.result()
        await self.aclose()
        raise error

    async def aclose(self):
        self.over = True
        while left := [future for future in self.futures if not future.done()]:
            for future in left:
                future.cancel()
            await asyncio.wait(left)
