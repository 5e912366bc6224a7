"""One loop waits for everything at once and decides; its own cancellation is one more thing that it waits for."""

from __future__ import annotations

import asyncio
from collections import deque

from ports import CLEAN, CUT, FAILED


class PayoutService:
    def __init__(self, queue, bank, resources, slots, grace):
        self.queue, self.bank, self.resources, self.slots, self.grace = queue, bank, resources, slots, grace
        self.count = 0
        self.bell = asyncio.Event()
        self.failed = self.cut = False

    def signal(self):
        self.count += 1
        self.bell.set()

    async def run(self):
        opened = []
        cancelled = None
        for resource in self.resources:
            if self.count:
                break
            try:
                await resource.open()
            except asyncio.CancelledError as error:
                cancelled = error
                break
            except Exception:
                self.failed = True
                break
            else:
                opened.append(resource)
        else:
            cancelled = await self.serve()
        for resource in reversed(opened):
            try:
                await resource.close()
            except asyncio.CancelledError as error:
                cancelled = error
            except Exception:
                self.failed = True
        if cancelled is not None:
            raise cancelled
        return FAILED if self.failed else CUT if self.cut else CLEAN

    async def serve(self):
        self.waiting = deque()
        self.asking = None
        self.paying = {}
        self.settling = set()
        self.deadline = None
        cancelled = None
        self.bell_task = asyncio.create_task(self.bell.wait())
        while True:
            self.decide()
            tasks = {*self.paying, *self.settling} | ({self.asking} if self.asking is not None else set())
            if not tasks:
                break
            try:
                await asyncio.wait(tasks | {self.bell_task}, timeout=self.left(), return_when="FIRST_COMPLETED")
            except asyncio.CancelledError as error:
                cancelled = error
                self.count = 2
            self.collect()
        self.bell_task.cancel()
        return cancelled

    def left(self):
        """Seconds until the calls are to be cut, or None: nothing is to be cut, or all is cut."""
        if self.deadline is None or self.count > 1:
            return None
        left = self.deadline - asyncio.get_running_loop().time()
        return left if left > 0 else None

    def decide(self):
        if not self.count:
            self.begin()
            return
        now = asyncio.get_running_loop().time()
        if self.deadline is None:
            self.deadline = now + self.grace
        while self.waiting:
            self.settling.add(asyncio.create_task(self.queue.release(self.waiting.popleft()["receipt"])))
        if self.count > 1 or now >= self.deadline:
            for task in [self.asking, *self.paying]:
                if task is not None and not task.done():
                    task.cancel()
                    self.cut = True

    def begin(self):
        while self.waiting and len(self.paying) + len(self.settling) < self.slots:
            payout = self.waiting.popleft()
            pay = asyncio.create_task(self.bank.pay(payout["account"], payout["amount"], key=payout["id"]))
            self.paying[pay] = payout
        if self.asking is None and not self.waiting:
            self.asking = asyncio.create_task(self.queue.receive())

    def collect(self):
        if self.bell_task.done():
            self.bell.clear()
            self.bell_task = asyncio.create_task(self.bell.wait())
        self.settling = {task for task in self.settling if not task.done()}
        for pay in [pay for pay in self.paying if pay.done()]:
            payout = self.paying.pop(pay)
            paid = not pay.cancelled() and pay.exception() is None
            settle = self.queue.ack if paid else self.queue.release
            self.settling.add(asyncio.create_task(settle(payout["receipt"])))
        if self.asking is not None and self.asking.done():
            self.collect_batch()
            self.asking = None

    def collect_batch(self):
        if self.asking.cancelled():
            return
        if self.asking.exception() is not None:
            self.failed = True
            self.count = max(self.count, 1)
        else:
            self.waiting.extend(self.asking.result())
