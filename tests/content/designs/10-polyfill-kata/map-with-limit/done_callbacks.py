"""No worker and no window: each call that ends begins the next one, and a future tells when all is over."""

from __future__ import annotations

import asyncio


async def map_with_limit(items, fn, limit):
    if limit < 1:
        raise ValueError(limit)
    run = _Run(items, fn, limit)
    try:
        run.fill()
        await run.over
    finally:
        run.closed = True
        for call in run.calls:
            call.cancel()
        if run.calls:
            await asyncio.wait(run.calls)
    return [run.results[index] for index in range(len(run.results))]


class _Run:
    def __init__(self, items, fn, limit):
        self.source, self.fn, self.limit = enumerate(items), fn, limit
        self.calls, self.results = set(), {}
        self.over = asyncio.get_running_loop().create_future()
        self.closed = False

    def fill(self):
        while not self.closed and len(self.calls) < self.limit:
            pair = next(self.source, None)
            if pair is None:
                break
            call = asyncio.ensure_future(self.fn(pair[1], pair[0]))
            self.calls.add(call)
            call.add_done_callback(lambda done, index=pair[0]: self.ended(index, done))
        if not self.calls and not self.over.done():
            self.over.set_result(None)

    def ended(self, index, call):
        self.calls.discard(call)
        error = None if call.cancelled() else call.exception()
        if self.closed or self.over.done():
            return
        if error is not None:
            self.closed = True
            self.over.set_exception(error)
        elif not call.cancelled():
            self.results[index] = call.result()
            self.fill()


async def map_settled(items, fn, limit):
    async def settled(item, index):
        try:
            value = await fn(item, index)
        except Exception as error:
            return "error", error
        return "ok", value

    return await map_with_limit(items, settled, limit)
