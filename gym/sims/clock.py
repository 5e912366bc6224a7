"""A stock asyncio loop that never sleeps: where it would wait for the next timer, its clock jumps there."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Jumping(selectors.SelectSelector):
    """Adds up the time that it should have waited. Whole nanoseconds: sums of fractions would drift."""

    passed_ns = 0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise RuntimeError("everybody waits for what cannot come")
        self.passed_ns += round(max(timeout, 0) * 1e9)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time begins at 0, is measured in seconds, and passes only while nothing is to be done."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)
        self._clock_resolution = 1e-9

    def time(self) -> float:
        """See AbstractEventLoop."""
        return self._jumping.passed_ns / 1e9


def played(flow: Coroutine[Any, Any, Result]) -> Result:
    """Run it to its end on a clock of its own. Raises RuntimeError when it waits for what cannot come."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(flow)


def now_ms() -> int:
    """The loop's time in whole milliseconds."""
    return round(asyncio.get_running_loop().time() * 1000)


async def pass_ms(milliseconds: float) -> None:
    """Let so much time go by."""
    await asyncio.sleep(milliseconds / 1000)


async def at_ms(when: int, begin: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Begin at that time of the loop's clock, and give what comes of it."""
    await asyncio.sleep(max(when - now_ms(), 0) / 1000)
    return await begin()
