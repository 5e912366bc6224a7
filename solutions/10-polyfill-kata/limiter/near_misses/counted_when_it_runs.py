"""the ask-the-limit fix

Tempting, because every place now asks the limit before it lets somebody in. Who is let in counts itself when it runs: until
then its place looks free to everybody who asks.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any


class Limiter:
    """Runs at most `limit` jobs at a time; further ones wait in line."""

    def __init__(self, limit: int) -> None:
        self._active = 0
        self._line: deque[asyncio.Future[None]] = deque()
        self.limit = limit

    @property
    def limit(self) -> int:
        """How many jobs may run at a time."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"limit must be 1 or more, not {limit}")
        self._limit = limit
        self._fill()

    @property
    def active(self) -> int:
        """How many jobs run now."""
        return self._active

    async def run(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives, once there is room for it."""
        turn = asyncio.get_running_loop().create_future()
        self._line.append(turn)
        self._fill()
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                self._fill()
            raise
        self._active += 1
        try:
            return await fn()
        finally:
            self._leave()

    def _leave(self) -> None:
        self._active -= 1
        self._fill()

    def _fill(self) -> None:
        """Let in whoever may be let in. Counted here: until it runs, nobody else may have its place."""
        while self._line and self._active < self._limit:
            turn = self._line.popleft()
            if not turn.done():
                turn.set_result(None)
                break
