"""A circuit breaker: a service that fails is left alone for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Open(Exception):
    """The service is left alone for now; it was not asked."""


class Breaker:
    """Opens after so many failures in a row, for `pause` seconds."""

    def __init__(self, failures: int, pause: float) -> None:
        self._limit = failures
        self._pause = pause
        self._failures = 0
        self._opened_at: float | None = None

    async def call(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives. Raises Open when the service is left alone."""
        loop = asyncio.get_running_loop()
        if self._opened_at is not None and loop.time() < self._opened_at + self._pause:
            raise Open
        try:
            result = await fn()
        except Exception:
            self._failures += 1
            if self._failures >= self._limit:
                self._opened_at = loop.time()
            raise
        self._failures = 0
        self._opened_at = None
        return result
