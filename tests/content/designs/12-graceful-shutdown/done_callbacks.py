"""Callbacks of tasks do the work, `signal` itself cuts and hands back, and `run` waits for changes; nothing is shielded."""

from __future__ import annotations

import asyncio

from ports import CLEAN, CUT, FAILED


class PayoutService:
    def __init__(self, queue, bank, resources, slots, grace):
        self.queue = queue
        self.bank = bank
        self.resources = resources
        self.slots = slots
        self.grace = grace
        self.signals = 0
        self.changed = asyncio.Event()
        self.backlog = []
        self.active = {}
        self.poll = None
        self.hand = set()
        self.cut = False
        self.failed = False
        self.timer = None

    def signal(self):
        self.signals += 1
        if self.signals == 1:
            self.start_drain()
        elif self.signals == 2:
            self.cut_all()
        self.changed.set()

    def start_drain(self):
        for p in self.backlog:
            self.spawn(self.queue.release(p["receipt"]))
        self.backlog = []
        if self.poll or self.active:
            self.timer = asyncio.get_running_loop().call_later(self.grace, self.cut_all)

    def cut_all(self):
        for t in [*self.active, *([self.poll] if self.poll else [])]:
            if t.cancel():
                self.cut = True

    def spawn(self, coro):
        t = asyncio.get_running_loop().create_task(coro)
        self.hand.add(t)
        t.add_done_callback(self.hand.discard)
        t.add_done_callback(lambda _: self.changed.set())

    async def run(self):
        opened = []
        try:
            for r in self.resources:
                if self.signals:
                    break
                await r.open()
                opened.append(r)
            await self.loop()
        except asyncio.CancelledError:
            while self.signals < 2:
                self.signal()
            await self.loop()
            raise
        except Exception:
            self.failed = True
        finally:
            if self.timer:
                self.timer.cancel()
            await self.close(opened)
        return FAILED if self.failed else CUT if self.cut else CLEAN

    async def close(self, opened):
        gone = None
        for r in reversed(opened):
            try:
                await r.close()
            except asyncio.CancelledError as error:
                gone = error
            except Exception:
                self.failed = True
        if gone:
            raise gone

    async def loop(self):
        while True:
            self.fill()
            if self.signals and not (self.poll or self.active or self.hand):
                return
            self.changed.clear()
            await self.changed.wait()

    def fill(self):
        if self.signals:
            return
        while self.backlog and len(self.active) < self.slots:
            p = self.backlog.pop(0)
            t = asyncio.create_task(self.bank.pay(p["account"], p["amount"], p["id"]))
            self.active[t] = p
            t.add_done_callback(self.paid)
        if not self.poll and not self.backlog and len(self.active) < self.slots:
            self.poll = asyncio.create_task(self.queue.receive())
            self.poll.add_done_callback(self.received)

    def paid(self, t):
        p = self.active.pop(t)
        if t.cancelled() or t.exception():
            self.spawn(self.queue.release(p["receipt"]))
        else:
            self.spawn(self.queue.ack(p["receipt"]))
        self.changed.set()

    def received(self, t):
        self.poll = None
        if t.cancelled():
            pass
        elif t.exception():
            self.failed = True
            if not self.signals:
                self.signal()
        else:
            for p in t.result():
                if self.signals:
                    self.spawn(self.queue.release(p["receipt"]))
                else:
                    self.backlog.append(p)
        self.changed.set()
