"""the tokens that are left when the line has been served

Tempting, because those who wait have just been given whatever was theirs, so that nobody is passed by who takes the
rest. But the first in line wants two and there is one: it is not given that, and needs it. With enough callers who want
one it waits for ever.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Clock


@dataclass(eq=False)
class Waiter:
    """One caller in the line: how many tokens it wants, and the future by which it hears that it has them."""

    n: int
    turn: asyncio.Future[None]

    @property
    def has_them(self) -> bool:
        return self.turn.done() and not self.turn.cancelled()


class TokenBucket:
    """Holds up to `capacity` tokens, and gains `per_second` of them each second. A call costs one or more."""

    def __init__(self, capacity: int, per_second: float, now: Clock = time.monotonic) -> None:
        self._capacity = capacity
        self._per_second = per_second
        self._now = now
        self._tokens = float(capacity)
        self._counted_at = now()
        self._line: deque[Waiter] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def try_take(self, n: int = 1) -> bool:
        """Take n tokens if they are there and nobody waits for them. Tells whether it did."""
        self._let_in()
        if self._tokens < n:
            return False
        self._tokens -= n
        return True

    async def take(self, n: int = 1) -> None:
        """Take n tokens, and wait for them where they are not there yet. ValueError if they never will be."""
        if n > self._capacity:
            raise ValueError(f"{n} tokens are more than the bucket holds: {self._capacity}")
        if self.try_take(n):
            return
        waiter = Waiter(n, asyncio.get_running_loop().create_future())
        self._line.append(waiter)
        self._let_in()
        try:
            await waiter.turn
        except asyncio.CancelledError:
            self._leave(waiter)
            raise

    def _leave(self, waiter: Waiter) -> None:
        """It has gone. What it was given just before goes to the next."""
        if waiter in self._line:
            self._line.remove(waiter)
        if waiter.has_them:
            self._tokens += waiter.n
        self._let_in()

    def _let_in(self) -> None:
        """Hand out tokens from the front of the line, and come back when the first one's should be there."""
        self._count()
        while self._line and self._line[0].n <= self._tokens:
            waiter = self._line.popleft()
            if not waiter.turn.done():  # cancelled, and has not run yet
                waiter.turn.set_result(None)
                self._tokens -= waiter.n
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._line:
            missing = self._line[0].n - self._tokens
            self._timer = asyncio.get_running_loop().call_later(missing / self._per_second, self._let_in)

    def _count(self) -> None:
        """Add what has come in since the last look. A clock that was set back has brought nothing."""
        at = self._now()
        gained = max(0.0, at - self._counted_at) * self._per_second
        self._tokens = min(float(self._capacity), self._tokens + gained)
        self._counted_at = at


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
        self._turn_over()
        self._requests += 1

    def try_retry(self) -> bool:
        """Tell whether one more retry may go out. If so, it counts as made."""
        self._turn_over()
        if self._retries + 1 > max(self._floor, self._ratio * self._requests):
            return False
        self._retries += 1
        return True

    def _turn_over(self) -> None:
        """Begin a new window if this one is over."""
        at = self._now()
        if at - self._began >= self._window:
            self._began = at
            self._requests = self._retries = 0
