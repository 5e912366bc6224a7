"""the wait-counts-from-the-run fix

Tempting, because the wait is to be counted from the run, so it begins when the run is done. What the function asks for
meanwhile finds no wait on, and runs inside of it.
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
        self._kept: tuple[Any, ...] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """Whether a run is to come."""
        return self._kept is not None

    def __call__(self, *args: Any) -> None:
        """Ask for a run."""
        if self._timer is None:
            if self._leading:
                self._fn(*args)
                self._begin_wait()
                return
            self._begin_wait()
        if self._trailing:
            self._kept = args

    def cancel(self) -> None:
        """Drop the run that is to come, and be as new."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._kept = None

    def _begin_wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._wait, self._end_wait)

    def _end_wait(self) -> None:
        self._timer = None
        kept, self._kept = self._kept, None
        if kept is not None:
            self._begin_wait()
            self._fn(*kept)
