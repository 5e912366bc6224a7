"""A limiter: so many jobs at a time, and the number may be changed while they run."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any


class Limiter:
    """Runs at most `limit` jobs at a time; further ones wait in line."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._active = 0
        self._line: deque[asyncio.Future[None]] = deque()

    @property
    def limit(self) -> int:
        """How many jobs may run at a time."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        if limit < 1:
            raise ValueError(f"limit must be 1 or more, not {limit}")
        self._limit = limit

    @property
    def active(self) -> int:
        """How many jobs run now."""
        return self._active

    async def run(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives, once there is room for it."""
        if self._active >= self._limit:
            turn = asyncio.get_running_loop().create_future()
            self._line.append(turn)
            await turn
        self._active += 1
        try:
            return await fn()
        finally:
            self._active -= 1
            if self._line:
                self._line.popleft().set_result(None)
