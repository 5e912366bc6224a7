"""A condition and tickets: everybody looks whether it is the first, and the first sleeps with a timeout of its own."""

import asyncio
import time
from fractions import Fraction


class TokenBucket:
    def __init__(self, capacity, per_second, now=time.monotonic):
        self.capacity = Fraction(capacity)
        self.rate = Fraction(per_second)
        self.now = now
        self.tokens = Fraction(capacity)
        self.last = Fraction(now())
        self.tickets = []
        self.moved = asyncio.Condition()

    def refill(self):
        at = Fraction(self.now())
        if at > self.last:
            self.tokens = min(self.capacity, self.tokens + (at - self.last) * self.rate)
        self.last = at

    def try_take(self, n=1):
        self.refill()
        if self.tickets or self.tokens < n:
            return False
        self.tokens -= n
        return True

    async def take(self, n=1):
        if n > self.capacity:
            raise ValueError("never")
        ticket = object()
        self.tickets.append(ticket)
        try:
            async with self.moved:
                await self.moved.wait_for(lambda: self.tickets[0] is ticket)
            while True:
                self.refill()
                if self.tokens >= n:
                    self.tokens -= n
                    return
                await asyncio.sleep(float((n - self.tokens) / self.rate))
        finally:
            self.tickets.remove(ticket)
            # Nobody sleeps with this lock in hand, so it is there within a few turns.
            async with self.moved:
                self.moved.notify_all()


class RetryBudget:
    def __init__(self, ratio=0.1, floor=10, window=10.0, now=time.monotonic):
        self.ratio, self.floor, self.window, self.now = ratio, floor, window, now
        self.until = None

    def turn(self):
        if self.until is None or self.now() >= self.until:
            self.until = self.now() + self.window
            self.requests = self.retries = 0

    def request(self):
        self.turn()
        self.requests += 1

    def try_retry(self):
        self.turn()
        allowed = max(self.floor, self.requests * self.ratio)
        if self.retries + 1 <= allowed:
            self.retries += 1
            return True
        return False
