"""The limits in front of the partner's API: how many calls a second, and how many of them may be retries."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Clock

log = logging.getLogger(__name__)


class TokenBucket:
    """Holds up to `capacity` tokens, and gains `per_second` of them each second. A call costs one or more."""

    def __init__(self, capacity: int, per_second: float, now: Clock = time.monotonic) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._now = now
        self._tokens = float(capacity)
        self._promised = 0
        self._refilled_at: float | None = None

    def try_take(self, n: int = 1) -> bool:
        """Take n tokens if they are there and nobody waits for them. Tells whether it did."""
        self._refill()
        if self._tokens - self._promised < n:
            return False
        self._tokens -= n
        return True

    async def take(self, n: int = 1) -> None:
        """Take n tokens, and wait for them where they are not there yet."""
        self._refill()
        if self._tokens < n:
            self._promised += n
            await self._wait_for(n - self._tokens)
            self._promised -= n
            self._refill()
        self._tokens -= n

    async def _wait_for(self, missing: float) -> None:
        log.debug("%.3f: %.2f tokens are missing", self._now(), missing)
        await asyncio.sleep(missing / self._per_second)

    def _refill(self) -> None:
        """Add what has come in since the last time."""
        at = asyncio.get_running_loop().time()
        if self._refilled_at is not None and self._tokens < self._capacity:
            self._tokens += (at - self._refilled_at) * self._per_second
        self._refilled_at = at


class RetryBudget:
    """Of the calls in a window, retries are at most `floor`, or `ratio` times the requests where that is more."""

    def __init__(self, ratio: float = 0.1, floor: int = 10, window: float = 10.0, now: Clock = time.monotonic) -> None:
        self._ratio = ratio
        self._floor = floor
        self._window = window
        self._now = now
        self._began = now()
        self._requests = 0
        self._retries = 0

    def request(self) -> None:
        """A request has begun. Its retries are not requests."""
        if self._now() - self._began >= self._window:
            self._began = self._now()
            self._requests = 0
            self._retries = 0
        self._requests += 1

    def try_retry(self) -> bool:
        """Tell whether one more retry may go out. If so, it counts as made."""
        self._retries += 1
        return self._retries <= max(self._floor, self._ratio * self._requests)
