"""the race-against-a-timer fix

Tempting, because a timer that raises TimeoutError is one more to be the first, and whoever waits turns that into TimedOut. A
mirror that raises TimeoutError itself is taken for the timer.
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
    stop = stop or asyncio.Event()
    if stop.is_set():
        raise Stopped
    try:
        await timeout(stop.wait(), seconds)
    except TimedOut:
        return
    raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of the awaitable. Raises TimedOut when it takes longer than so many seconds."""
    if seconds <= 0:
        work = _begin(awaitable)
        if work.done():
            return work.result()
        await _end(work)
        raise TimedOut(seconds)
    work = _begin(awaitable)
    timer = _begin(_expire(seconds))
    try:
        await asyncio.wait([work, timer], return_when=asyncio.FIRST_COMPLETED)
    finally:
        await _end(work, timer)
    try:
        return work.result()
    except (TimeoutError, asyncio.CancelledError):
        raise TimedOut(seconds) from None


async def _expire(seconds: float) -> None:
    await asyncio.sleep(seconds)
    raise TimeoutError


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
