"""Throttle: many calls in a row, a run at most once in a while."""

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
        self._begun = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """Whether a run is to come."""
        return self._timer is not None

    def __call__(self, *args: Any) -> None:
        """Ask for a run."""
        now = asyncio.get_running_loop().time()
        if now - self._begun >= self._wait and self._timer is None:
            self._begun = now
            if self._leading:
                self._fn(*args)
                return
        if self._trailing and self._timer is None:
            rest = self._begun + self._wait - now
            self._timer = asyncio.get_running_loop().call_later(rest, self._run, args)

    def cancel(self) -> None:
        """Drop the run that is to come, and be as new."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._begun = float("-inf")

    def _run(self, args: tuple[Any, ...]) -> None:
        self._timer = None
        self._fn(*args)
