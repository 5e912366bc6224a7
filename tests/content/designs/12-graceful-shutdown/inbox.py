"""An actor: signals, batches, payments and the clock all come as letters to one inbox, and one task reads them."""

from __future__ import annotations

import asyncio

from ports import CLEAN, CUT, FAILED


class PayoutService:
    def __init__(self, queue, bank, resources, slots, grace):
        self.queue, self.bank, self.resources, self.slots, self.grace = queue, bank, resources, slots, grace
        self.inbox = asyncio.Queue()
        self.signals = 0
        self.waiting = []
        self.tasks = {}
        self.failed = self.cut = False
        self.timer = None

    def signal(self):
        self.signals += 1
        self.inbox.put_nowait(("signal", None, None))

    async def run(self):
        actor = asyncio.ensure_future(self.whole())
        try:
            await asyncio.shield(actor)
        except asyncio.CancelledError:
            self.signal()
            self.signal()
            while not actor.done():
                await asyncio.wait([actor])
            raise
        return actor.result()

    async def whole(self):
        opened = []
        for resource in self.resources:
            if self.signals:
                break
            try:
                await resource.open()
            except Exception:
                self.failed = True
                self.signals += 1
                break
            opened.append(resource)
        if not self.signals:
            await self.read()
        for resource in opened[::-1]:
            try:
                await resource.close()
            except Exception:
                self.failed = True
        if self.failed:
            return FAILED
        return CUT if self.cut else CLEAN

    def send(self, kind, payout, coroutine):
        task = asyncio.ensure_future(coroutine)
        self.tasks[task] = kind
        task.add_done_callback(lambda done: self.inbox.put_nowait((kind, payout, done)))

    def counted(self, kind):
        return sum(each == kind for each in self.tasks.values())

    def cut_off(self):
        for task, kind in self.tasks.items():
            if kind in ("pay", "receive") and not task.done():
                task.cancel()
                self.cut = True

    async def read(self):
        self.go_on()
        while self.tasks or not self.signals:
            kind, payout, done = await self.inbox.get()
            if done is not None:
                del self.tasks[done]
            if kind == "receive":
                if done.cancelled():
                    pass
                elif done.exception():
                    self.failed = True
                    self.signals = max(self.signals, 1)
                else:
                    self.waiting += done.result()
            elif kind == "pay":
                if done.cancelled() or done.exception():
                    self.send("settle", payout, self.queue.release(payout["receipt"]))
                else:
                    self.send("settle", payout, self.queue.ack(payout["receipt"]))
            if self.signals and self.timer is None:
                self.timer = asyncio.get_running_loop().call_later(self.grace, self.time_is_up)
            if self.signals > 1:
                self.cut_off()
            self.go_on()
        self.timer.cancel()

    def time_is_up(self):
        self.cut_off()

    def go_on(self):
        if self.signals:
            for payout in self.waiting:
                self.send("settle", payout, self.queue.release(payout["receipt"]))
            self.waiting = []
            return
        while self.waiting and self.counted("pay") + self.counted("settle") < self.slots:
            payout = self.waiting.pop(0)
            self.send("pay", payout, self.bank.pay(payout["account"], payout["amount"], payout["id"]))
        if not self.waiting and not self.counted("receive"):
            self.send("receive", None, self.queue.receive())
