"""Workers on a condition in a TaskGroup, and a watcher beside each call that may be cut."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from ports import CLEAN, CUT, FAILED


class PayoutService:
    def __init__(self, queue, bank, resources, slots, grace):
        self.queue, self.bank, self.resources, self.slots, self.grace = queue, bank, resources, slots, grace
        self.pending = []
        self.more = asyncio.Condition()
        self.drain = asyncio.Event()
        self.now = asyncio.Event()
        self.code = CLEAN
        self.cut_calls = False

    def signal(self):
        (self.now if self.drain.is_set() else self.drain).set()

    async def run(self):
        async with AsyncExitStack() as stack:
            for r in self.resources:
                if self.drain.is_set():
                    break
                try:
                    await r.open()
                except Exception:
                    self.code = FAILED
                    break
                stack.push_async_callback(self.closing, r)
            else:
                inner = asyncio.create_task(self.serve())
                try:
                    await asyncio.shield(inner)
                except asyncio.CancelledError:
                    self.drain.set()
                    self.now.set()
                    while not inner.done():
                        await asyncio.wait([inner])
                    raise
        if self.code == CLEAN and self.cut_calls:
            return CUT
        return self.code

    async def closing(self, r):
        try:
            await r.close()
        except Exception:
            self.code = FAILED

    async def limited(self, coro):
        """result of coro or raises CancelledError if cut"""
        t = asyncio.ensure_future(coro)
        over = asyncio.ensure_future(self.over())
        await asyncio.wait([t, over], return_when="FIRST_COMPLETED")
        if not t.done():
            t.cancel()
            self.cut_calls = True
        over.cancel()
        await asyncio.wait([t, over])
        if t.cancelled():
            return "cut", None
        if t.exception():
            return "failed", t.exception()
        return "ok", t.result()

    async def over(self):
        await self.drain.wait()
        loop = asyncio.get_running_loop()
        if not hasattr(self, "end"):
            self.end = loop.time() + self.grace
        try:
            async with asyncio.timeout_at(self.end):
                await self.now.wait()
        except TimeoutError:
            pass

    async def serve(self):
        async with asyncio.TaskGroup() as tg:
            tg.create_task(self.receiver())
            tg.create_task(self.give_back())
            for _ in range(self.slots):
                tg.create_task(self.worker())

    async def give_back(self):
        await self.drain.wait()
        if not hasattr(self, "end"):
            self.end = asyncio.get_running_loop().time() + self.grace
        async with self.more:
            self.more.notify_all()
        mine, self.pending = self.pending, []
        await asyncio.gather(*(self.queue.release(p["receipt"]) for p in mine))

    async def receiver(self):
        while not self.drain.is_set():
            what, batch = await self.limited(self.queue.receive())
            if what == "failed":
                self.code = FAILED
                if not self.drain.is_set():
                    self.signal()
            if what == "ok":
                if self.drain.is_set():
                    for p in batch:
                        await self.queue.release(p["receipt"])
                else:
                    self.pending += batch
                    async with self.more:
                        self.more.notify_all()

    async def worker(self):
        while True:
            async with self.more:
                await self.more.wait_for(lambda: self.pending or self.drain.is_set())
            if self.drain.is_set():
                return
            if not self.pending:
                continue
            p = self.pending.pop(0)
            what, _ = await self.limited(self.bank.pay(p["account"], p["amount"], p["id"]))
            if what == "ok":
                await self.queue.ack(p["receipt"])
            else:
                await self.queue.release(p["receipt"])
