"""A task hands out tokens as long as somebody is in line, and ends when nobody is."""

import asyncio
import time


class TokenBucket:
    def __init__(self, capacity, per_second, now=time.monotonic):
        self.capacity = capacity
        self.rate = per_second
        self.now = now
        self.level = float(capacity)
        self.at = None
        self.line = []
        self.pump = None

    def look(self):
        at = self.now()
        if self.at is not None and at > self.at:
            self.level = min(float(self.capacity), self.level + self.rate * (at - self.at))
        self.at = at

    def try_take(self, n=1):
        self.look()
        if any(not turn.done() for _, turn in self.line) or self.level < n:
            return False
        self.level -= n
        return True

    async def take(self, n=1):
        if n > self.capacity:
            raise ValueError(n)
        if self.try_take(n):
            return
        entry = (n, asyncio.get_running_loop().create_future())
        self.line.append(entry)
        self.start()
        try:
            await entry[1]
        except asyncio.CancelledError:
            if entry in self.line:
                first = self.line[0] is entry
                self.line.remove(entry)
                if first:
                    self.stop()
                    self.start()
            elif not entry[1].cancelled():
                self.level = min(float(self.capacity), self.level + n)
                self.stop()
                self.start()
            raise

    def start(self):
        if self.line and self.pump is None:
            self.pump = asyncio.create_task(self.run())

    def stop(self):
        if self.pump is not None:
            self.pump.cancel()
            self.pump = None

    async def run(self):
        me = asyncio.current_task()
        while self.line:
            n, turn = self.line[0]
            if turn.done():
                self.line.pop(0)
                continue
            self.look()
            if self.level >= n:
                self.level -= n
                self.line.pop(0)
                turn.set_result(None)
            else:
                await asyncio.sleep((n - self.level) / self.rate)
        if self.pump is me:
            self.pump = None


class RetryBudget:
    def __init__(self, ratio=0.1, floor=10, window=10.0, now=time.monotonic):
        self.ratio, self.floor, self.window, self.now = ratio, floor, window, now
        self.events = []

    def recent(self, kind):
        self.events = [(at, what) for at, what in self.events if self.now() - at < self.window]
        return sum(what == kind for _, what in self.events)

    def request(self):
        self.events.append((self.now(), "request"))

    def try_retry(self):
        if self.recent("retry") >= int(max(self.floor, self.ratio * self.recent("request"))):
            return False
        self.events.append((self.now(), "retry"))
        return True
