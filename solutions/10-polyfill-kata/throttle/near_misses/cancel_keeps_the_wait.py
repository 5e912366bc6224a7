"""the cancel-what-is-kept fix

Tempting, because what is to come is the call that is kept, and that is dropped. The wait is still on: the next call has to
stand through the rest of it.
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
            # Before the run: what the function asks for is kept for the end of this wait.
            self._begin_wait()
            if self._leading:
                self._fn(*args)
                return
        if self._trailing:
            self._kept = args

    def cancel(self) -> None:
        """Drop the run that is to come, and be as new."""
        self._kept = None

    def _begin_wait(self) -> None:
        self._timer = asyncio.get_running_loop().call_later(self._wait, self._end_wait)

    def _end_wait(self) -> None:
        self._timer = None
        kept, self._kept = self._kept, None
        if kept is not None:
            self._begin_wait()
            self._fn(*kept)
