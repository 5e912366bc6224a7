"""A lock is the line, and each sleep is rounded up to a whole millisecond: always a little late, never early."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Clock


class TokenBucket:
    """Holds up to `capacity` tokens, and gains `per_second` of them each second. A call costs one or more."""

    def __init__(self, capacity: int, per_second: float, now: Clock = time.monotonic) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._now = now
        self._tokens = float(capacity)
        self._counted_at = now()
        self._first = asyncio.Lock()
        self._waiting = 0

    def try_take(self, n: int = 1) -> bool:
        """Take n tokens if they are there and nobody waits for them. Tells whether it did."""
        return self._waiting == 0 and self._missing(n) <= 0 and self._pay(n)

    async def take(self, n: int = 1) -> None:
        """Take n tokens, and wait for them where they are not there yet. ValueError if they never will be."""
        if n > self._capacity:
            raise ValueError(f"{n} tokens are more than the bucket holds: {self._capacity}")
        self._waiting += 1
        try:
            async with self._first:
                missing = self._missing(n)
                while missing > 0:
                    await asyncio.sleep(-(-missing * 1000 // self._per_second) / 1000)
                    missing = self._missing(n)
                self._pay(n)
        finally:
            self._waiting -= 1

    def _pay(self, n: int) -> bool:
        self._tokens -= n
        return True

    def _missing(self, n: int) -> float:
        """How many tokens are missing now. A clock that was set back has brought none."""
        at = self._now()
        gained = max(0.0, at - self._counted_at) * self._per_second
        self._tokens = min(float(self._capacity), self._tokens + gained)
        self._counted_at = at
        return n - self._tokens


class RetryBudget:
    """Of the calls in the last `window` seconds, retries are at most `floor`, or `ratio` times the requests."""

    def __init__(self, ratio: float = 0.1, floor: int = 10, window: float = 10.0, now: Clock = time.monotonic) -> None:
        self._ratio = ratio
        self._floor = floor
        self._window = window
        self._now = now
        self._requests: deque[float] = deque()
        self._retries: deque[float] = deque()

    def request(self) -> None:
        """A request has begun. Its retries are not requests."""
        self._requests.append(self._now())
        self._forget()

    def try_retry(self) -> bool:
        """Tell whether one more retry may go out. If so, it counts as made."""
        self._forget()
        if len(self._retries) + 1 > max(self._floor, self._ratio * len(self._requests)):
            return False
        self._retries.append(self._now())
        return True

    def _forget(self) -> None:
        """Drop what is older than the window."""
        oldest = self._now() - self._window
        for kept in (self._requests, self._retries):
            while kept and kept[0] <= oldest:
                kept.popleft()
