"""Every end is stamped with a number; whoever reads waits for any of them, and takes the one with the lowest stamp."""

from __future__ import annotations

import asyncio
import itertools


def as_completed(*awaitables):
    return Stamped([asyncio.ensure_future(each) for each in awaitables])


class Stamped:
    def __init__(self, works):
        self.index = {work: index for index, work in enumerate(works)}
        self.left = set(works)
        self.stamps = {}
        self.numbers = itertools.count()
        for work in works:
            work.add_done_callback(self.stamp)

    def stamp(self, work):
        self.stamps[work] = next(self.numbers)
        if not work.cancelled():
            work.exception()

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.left:
            raise StopAsyncIteration
        try:
            while not self.stamps.keys() & self.left:
                await asyncio.wait(self.left, return_when=asyncio.FIRST_COMPLETED)
            work = min(self.stamps.keys() & self.left, key=self.stamps.__getitem__)
            result = work.result()
        except BaseException:
            await self.aclose()
            raise
        self.left.discard(work)
        return self.index[work], result

    async def aclose(self):
        left, self.left = [work for work in self.left if not work.done()], set()
        for work in left:
            work.cancel()
        while left := [work for work in left if not work.done()]:
            await asyncio.wait(left)
