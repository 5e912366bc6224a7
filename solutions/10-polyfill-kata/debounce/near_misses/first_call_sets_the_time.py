"""the one-timer-is-enough fix

Tempting, because a timer is on its way already, and the newest arguments are picked up when it rings. It rings `wait` after
the *first* call: somebody who keeps typing is saved in the middle of a word. That is a throttle.
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
        self._args = args
        if self._timer is None:
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
        args = self._args
        # Before the run: what the function asks for is a new run, and stays.
        self.cancel()
        return self._fn(*args)
