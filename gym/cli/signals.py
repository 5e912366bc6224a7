"""Ending cleanly when the system asks for it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType


@contextmanager
def ending_by_interrupt() -> Iterator[None]:
    """A request to terminate, a closed terminal or ctrl-c ends the block and is not an error."""
    with suppress(KeyboardInterrupt), terminating_as_interrupt():
        yield


@contextmanager
def terminating_as_interrupt() -> Iterator[None]:
    """A request to terminate, or a closed terminal, is ctrl-c in the block: what was begun can be undone."""
    asked = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    if threading.current_thread() is not threading.main_thread():
        asked = []
    before = {number: signal.signal(number, _interrupt) for number in asked}
    try:
        yield
    finally:
        for number, action in before.items():
            signal.signal(number, action)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
