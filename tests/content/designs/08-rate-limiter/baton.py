"""Everybody waits for the one ahead to be through or gone, then sleeps for itself. No shared line, no lock."""

import asyncio
import time


class TokenBucket:
    def __init__(self, capacity, per_second, now=time.monotonic):
        self.capacity, self.per_second, self.now = capacity, per_second, now
        self.tokens, self.seen = capacity, now()
        self.last = None

    def level(self):
        at = self.now()
        if at > self.seen:
            self.tokens = min(self.capacity, self.tokens + (at - self.seen) * self.per_second)
        self.seen = at
        return self.tokens

    def try_take(self, n=1):
        if self.last is not None or self.level() < n:
            return False
        self.tokens -= n
        return True

    async def take(self, n=1):
        if n > self.capacity:
            raise ValueError("too many")
        ahead, mine = self.last, asyncio.Event()
        self.last = mine
        try:
            if ahead is not None:
                await ahead.wait()
            while self.level() < n:
                await asyncio.sleep((n - self.tokens) / self.per_second)
            self.tokens -= n
        except asyncio.CancelledError:
            if ahead is not None and not ahead.is_set():
                # Whoever stands behind goes on waiting for the one ahead of this one.
                asyncio.get_running_loop().create_task(self.relay(ahead, mine))
                raise
            self.done(mine)
            raise
        self.done(mine)

    async def relay(self, ahead, mine):
        await ahead.wait()
        self.done(mine)

    def done(self, mine):
        mine.set()
        if self.last is mine:
            self.last = None


class RetryBudget:
    def __init__(self, ratio=0.1, floor=10, window=10.0, now=time.monotonic):
        self.ratio, self.floor, self.window, self.now = ratio, floor, window, now
        self.slots = {}

    def slot(self):
        number = int(self.now() // self.window)
        if number not in self.slots:
            self.slots = {number: [0, 0]}
        return self.slots[number]

    def request(self):
        self.slot()[0] += 1

    def try_retry(self):
        slot = self.slot()
        fine = slot[1] < int(max(self.floor, slot[0] * self.ratio))
        slot[1] += fine
        return fine
