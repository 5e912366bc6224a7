"""No tokens are kept, but the moment at which the bucket would be full, in whole nanoseconds (GCRA)."""

import asyncio
import time
from collections import OrderedDict


class TokenBucket:
    def __init__(self, capacity, per_second, now=time.monotonic):
        self.capacity = capacity
        self.each = 1e9 / per_second
        self.clock = now
        self.seen = self.read()
        self.full_at = self.seen
        self.line = OrderedDict()

    def read(self):
        return round(self.clock() * 1_000_000_000)

    def now(self):
        at = self.read()
        if at < self.seen:
            self.full_at -= self.seen - at
        self.seen = at
        return at

    def wait_for(self, n):
        at = self.now()
        start = max(at, self.full_at)
        return (start + n * self.each - self.capacity * self.each - at) / 1e9

    def pay(self, n):
        self.full_at = max(self.seen, self.full_at) + n * self.each

    def try_take(self, n=1):
        if self.line or self.wait_for(n) > 1e-6:
            return False
        self.pay(n)
        return True

    async def take(self, n=1):
        if n > self.capacity:
            raise ValueError(f"{n} > {self.capacity}")
        me = asyncio.Event()
        self.line[me] = n
        try:
            while next(iter(self.line)) is not me:
                await me.wait()
                me.clear()
            while (seconds := self.wait_for(n)) > 1e-6:
                await asyncio.sleep(seconds)
            self.pay(n)
        finally:
            del self.line[me]
            for first in self.line:
                first.set()
                break


class RetryBudget:
    def __init__(self, ratio=0.1, floor=10, window=10.0, now=time.monotonic):
        self.ratio, self.floor, self.window, self.now = ratio, floor, window, now
        self.began = float("-inf")
        self.made = {"request": 0, "retry": 0}

    def note(self, kind):
        if not 0 <= self.now() - self.began < self.window:
            self.began = self.now()
            self.made = dict.fromkeys(self.made, 0)
        self.made[kind] += 1

    def request(self):
        self.note("request")

    def try_retry(self):
        self.note("retry")
        if self.made["retry"] <= max(self.floor, self.ratio * self.made["request"]):
            return True
        self.made["retry"] -= 1
        return False
