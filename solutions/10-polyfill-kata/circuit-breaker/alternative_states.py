"""Each state is an object of its own; a call reports to the state that let it through, which may be the past.

Nothing is compared: a state that has been replaced can be told whatever one likes. The price is three small classes for what
fits into one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Open(Exception):
    """The service is left alone for now; it was not asked."""


class _Closed:
    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self._failures = 0

    def enter(self) -> None:
        """Everybody may."""

    def ended(self, failed: bool | None) -> None:
        """A call has failed, was answered, or (None) was cancelled."""
        if failed is not None:
            self._failures = self._failures + 1 if failed else 0
        if self._failures == self._breaker.limit:
            self._breaker.move(self, _Opened(self._breaker))


class _Opened:
    def __init__(self, breaker: Breaker) -> None:
        self._breaker = breaker
        self._until = asyncio.get_running_loop().time() + breaker.pause
        self._probing = False

    def enter(self) -> None:
        """One may, when the pause is over."""
        if self._probing or asyncio.get_running_loop().time() < self._until:
            raise Open
        self._probing = True

    def ended(self, failed: bool | None) -> None:
        """The probe has failed, was answered, or (None) was cancelled."""
        self._probing = False
        if failed is not None:
            self._breaker.move(self, _Opened(self._breaker) if failed else _Closed(self._breaker))


class Breaker:
    """Opens after so many failures in a row, for `pause` seconds."""

    def __init__(self, failures: int, pause: float) -> None:
        self.limit = failures
        self.pause = pause
        self._state: _Closed | _Opened = _Closed(self)

    def move(self, before: _Closed | _Opened, after: _Closed | _Opened) -> None:
        """Go from one state to another. One that is past moves nothing."""
        if self._state is before:
            self._state = after

    async def call(self, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `await fn()` gives. Raises Open when the service is left alone."""
        state = self._state
        state.enter()
        failed: bool | None = None
        try:
            result = await fn()
            failed = False
        except Exception:
            failed = True
            raise
        finally:
            state.ended(failed)
        return result
