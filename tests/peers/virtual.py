"""A stock loop whose clock jumps to the next timer when nothing else is to be done."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Jumping(selectors.DefaultSelector):  # type: ignore[valid-type,misc]
    """Does not wait: it adds up the time that it should have waited."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("everybody waits for what cannot come")
        self.passed += max(timeout, 0)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time begins at 0 and costs nothing. Seconds."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return self._jumping.passed


def played(row: Coroutine[Any, Any, Result]) -> Result:
    """Run it to its end on a virtual clock."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(row)


def now_ms() -> int:
    """The loop's time in milliseconds."""
    return round(asyncio.get_running_loop().time() * 1000)


async def until_ms(at: float) -> None:
    """Wait until that time, in milliseconds of the loop's clock."""
    await asyncio.sleep(max(at / 1000 - asyncio.get_running_loop().time(), 0))


async def settled() -> None:
    """Let everything run that needs no time."""
    for _ in range(20):
        await asyncio.sleep(0)
