"""A turnstile: an asyncio.Lock is the line, and its head waits until there is room.

The order and those who leave are the lock's business. The price: only the head of the line is awake to a change, so several
that may begin at once begin one after the other, each letting the next one to the head.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Limiter:
    """Runs at most `limit` jobs at a time; further ones wait in line."""

    def __init__(self, limit: int) -> None:
        self._active = 0
        self._head = asyncio.Lock()
        self._changed = asyncio.Event()
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
        self._changed.set()

    @property
    def active(self) -> int:
        """How many jobs run now."""
        return self._active

    async def run(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives, once there is room for it."""
        async with self._head:
            while self._active >= self._limit:
                self._changed.clear()
                await self._changed.wait()
            self._active += 1
        try:
            return await fn()
        finally:
            self._active -= 1
            self._changed.set()
