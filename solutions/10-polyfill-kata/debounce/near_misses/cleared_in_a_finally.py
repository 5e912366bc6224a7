"""the clear-it-in-a-finally fix

Tempting, because an error of the function must not leave the timer behind, and `finally` is for that. It still comes after
the function: what that has asked for is cleared with the rest.
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
        self._args: tuple[Any, ...] = ()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """Whether a run is to come."""
        return self._timer is not None

    def __call__(self, *args: Any) -> None:
        """Ask for a run, and begin to wait anew."""
        self.cancel()
        self._args = args
        self._timer = asyncio.get_running_loop().call_later(self._wait, self._run)

    def cancel(self) -> None:
        """Drop the run that is to come, if there is one."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._args = None, ()

    def flush(self) -> Any:
        """Run now what is to come, and return its result."""
        return self._run() if self.pending else None

    def _run(self) -> Any:
        try:
            return self._fn(*self._args)
        finally:
            self.cancel()
