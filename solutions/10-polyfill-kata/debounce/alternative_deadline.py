"""One timer, and a deadline that each call moves: a timer that rings too early sleeps for the rest.

Calls cost an assignment and no timer, which is why lodash does it so. The price: the timer rings once more than it has to,
and each ring has to ask whether it is still wanted.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any


class Debounced:
    """`fn`, run with the last arguments once nobody has called for `wait` seconds."""

    def __init__(self, fn: Callable[..., Any], wait: float) -> None:
        self._fn = fn
        self._wait = wait
        self._deadline = 0.0
        self._args: tuple[Any, ...] | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """Whether a run is to come."""
        return self._args is not None

    def __call__(self, *args: Any) -> None:
        """Ask for a run, and begin to wait anew."""
        loop = asyncio.get_running_loop()
        self._args = args
        self._deadline = loop.time() + self._wait
        if self._timer is None:
            self._timer = loop.call_at(self._deadline, self._ring)

    def cancel(self) -> None:
        """Drop the run that is to come, if there is one."""
        self._args = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def flush(self) -> Any:
        """Run now what is to come, and return its result."""
        args = self._args
        self.cancel()
        return None if args is None else self._fn(*args)

    def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        self._timer = None
        if loop.time() < self._deadline:
            self._timer = loop.call_at(self._deadline, self._ring)
        else:
            self.flush()
