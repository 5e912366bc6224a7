"""the count-up fix

Tempting, because a count that only goes up opens it surely, and closing sets it back. An answer in between does not: a
failure on Monday and one on Friday are two in a row.
"""

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
        self._probing = False
        self._era = 0

    async def call(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives. Raises Open when the service is left alone."""
        is_probe = self._opened_at is not None
        if is_probe:
            self._claim_probe()
        era = self._era
        try:
            result = await fn()
        except Exception:
            if era == self._era:
                self._failed(is_probe)
            raise
        else:
            if era == self._era:
                self._answered(is_probe)
            return result
        finally:
            if is_probe:
                self._probing = False

    def _claim_probe(self) -> None:
        now = asyncio.get_running_loop().time()
        if self._probing or self._opened_at is None or now < self._opened_at + self._pause:
            raise Open
        self._probing = True

    def _failed(self, is_probe: bool) -> None:
        self._failures += 1
        if is_probe or self._failures >= self._limit:
            self._opened_at = asyncio.get_running_loop().time()
            self._era += 1

    def _answered(self, is_probe: bool) -> None:
        if is_probe:
            self._failures = 0
            self._opened_at = None
            self._era += 1
