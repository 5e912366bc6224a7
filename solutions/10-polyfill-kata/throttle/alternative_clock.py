"""The clock tells whether a wait is on; a timer is set only when a call is kept.

A single call costs no timer, which counts when there are thousands of throttled things. The price is a second truth: timer
and clock can disagree for a moment at the end of a wait, and whoever comes first then has to settle both.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Throttled:
    """`fn`, run at most once in `wait` seconds: for the first call at once, and for later ones when the wait is over."""

    def __init__(self, fn: Callable[..., Any], wait: float, *, leading: bool = True, trailing: bool = True) -> None:
        self._fn = fn
        self._wait = wait
        self._leading = leading
        self._trailing = trailing
        self._free_at = float("-inf")
        self._args: tuple[Any, ...] = ()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """Whether a run is to come."""
        return self._timer is not None

    def __call__(self, *args: Any) -> None:
        """Ask for a run."""
        loop = asyncio.get_running_loop()
        # With a timer on, the wait is not over before it has rung, whatever the clock says.
        if self._timer is None and loop.time() >= self._free_at:
            self._free_at = loop.time() + self._wait
            if self._leading:
                self._fn(*args)
                return
        if self._trailing:
            self._args = args
            if self._timer is None:
                self._timer = loop.call_at(self._free_at, self._ring)

    def cancel(self) -> None:
        """Drop the run that is to come, and be as new."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        self._free_at = float("-inf")

    def _ring(self) -> None:
        self._timer = None
        self._free_at = asyncio.get_running_loop().time() + self._wait
        self._fn(*self._args)
