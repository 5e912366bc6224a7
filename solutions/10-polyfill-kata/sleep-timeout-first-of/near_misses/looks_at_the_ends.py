"""the look-before-and-after fix

Tempting, because the sleep itself is asyncio's, nothing is left behind, and a stop is seen before it and after it. A stop that
comes meanwhile is seen when the time is up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


class Stopped(Exception):
    """Somebody said stop."""


class TimedOut(TimeoutError):
    """It was not done within `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"not done within {seconds} s")
        self.seconds = seconds


async def sleep(seconds: float, stop: asyncio.Event | None = None) -> None:
    """Return after so many seconds. Raises Stopped when `stop` is set before that."""
    if stop is not None and stop.is_set():
        raise Stopped
    await asyncio.sleep(seconds)
    if stop is not None and stop.is_set():
        raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of the awaitable. Raises TimedOut when it takes longer than so many seconds."""
    work = _begin(awaitable)
    try:
        if seconds > 0:
            await asyncio.wait([work], timeout=seconds)
        in_time = work.done()
    finally:
        await _end(work)
    if work.cancelled() and not in_time:
        raise TimedOut(seconds)
    return work.result()


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    """Return the result of the first that ends, or raise its error. The others are cancelled, and have ended."""
    works = [_begin(each) for each in awaitables]
    if not works:
        raise ValueError("first_of needs at least one awaitable")
    try:
        done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(*works)
    return done.pop().result()


def _begin(awaitable: Awaitable[Any]) -> asyncio.Future[Any]:
    work = asyncio.ensure_future(awaitable)
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    return work


async def _end(*works: asyncio.Future[Any]) -> None:
    left = [work for work in works if not work.done()]
    for work in left:
        work.cancel()
    if left:
        await asyncio.wait(left)
