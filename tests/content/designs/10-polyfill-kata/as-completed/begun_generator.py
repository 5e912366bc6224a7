"""A generator does it all; the object around it has begun everything, and asks the generator for its end when it is closed."""

from __future__ import annotations

import asyncio
from collections import deque


def as_completed(*awaitables):
    order = deque()
    news = asyncio.Event()
    tasks = {}

    def note(task):
        task.cancelled() or task.exception()
        order.append(task)
        news.set()

    for index, each in enumerate(awaitables):
        task = asyncio.ensure_future(each)
        tasks[task] = index
        task.add_done_callback(note)

    async def end():
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(list(tasks))

    async def rows():
        try:
            for _ in range(len(tasks)):
                while not order:
                    news.clear()
                    await news.wait()
                task = order.popleft()
                yield tasks[task], await task
        finally:
            await end()

    class Iterator:
        def __init__(self):
            self.inner = rows()

        def __aiter__(self):
            return self

        def __anext__(self):
            return self.inner.__anext__()

        async def aclose(self):
            await self.inner.aclose()
            await end()

    return Iterator()
