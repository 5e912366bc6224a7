"""Everybody in line has an event; the first waits for its event with a timeout, and asks again at each wake-up."""

import asyncio
import time


class TokenBucket:
    def __init__(self, capacity, per_second, now=time.monotonic):
        self.capacity, self.per_second, self.now = capacity, per_second, now
        self.spent = 0.0  # tokens used beyond what has come in
        self.last = now()
        self.queue = []

    def update(self):
        t = self.now()
        if t > self.last:
            self.spent = max(0.0, self.spent - (t - self.last) * self.per_second)
        self.last = t

    def fits(self, n):
        self.update()
        return self.spent + n <= self.capacity + 1e-9

    def try_take(self, n=1):
        if self.queue or not self.fits(n):
            return False
        self.spent += n
        return True

    async def take(self, n=1):
        if not 1 <= n <= self.capacity:
            raise ValueError(n)
        me = asyncio.Event()
        self.queue.append(me)
        try:
            while True:
                if self.queue[0] is me:
                    if self.fits(n):
                        self.spent += n
                        return
                    timeout = (self.spent + n - self.capacity) / self.per_second
                else:
                    timeout = None
                try:
                    async with asyncio.timeout(timeout):
                        await me.wait()
                    me.clear()
                except TimeoutError:
                    pass
        finally:
            self.queue.remove(me)
            if self.queue:
                self.queue[0].set()


class RetryBudget:
    def __init__(self, ratio=0.1, floor=10, window=10.0, now=time.monotonic):
        self.ratio, self.floor, self.window, self.now = ratio, floor, window, now
        self.r, self.t = [], []

    def clean(self):
        now = self.now()
        self.r = [x for x in self.r if now - x <= self.window]
        self.t = [x for x in self.t if now - x <= self.window]
        return now

    def request(self):
        now = self.clean()
        self.r.append(now)

    def try_retry(self):
        now = self.clean()
        if len(self.t) + 1 <= max(self.floor, len(self.r) * self.ratio):
            self.t.append(now)
            return True
        return False
