"""What is waited for is a task beside the caller; `asyncio.wait` watches it, and one function ends whatever is left.

`wait` raises nothing of what it watches, so a CancelledError is the caller's own, and a `finally` is enough to take all along.
A sleep is a timeout around the wait for the stop. The price: one more task for each call, and a cancellation takes a turn
more to arrive.
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
    work = _begin(awaitable)
    try:
        if seconds > 0:
            await asyncio.wait([work], timeout=seconds)
        in_time = work.done()
    finally:
        await _end(work)
    try:
        return work.result()
    except asyncio.CancelledError:
        if in_time:
            raise
        raise TimedOut(seconds) from None


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
    work.add_done_callback(_look_at)
    return work


async def _end(*works: asyncio.Future[Any]) -> None:
    """Cancel what is still under way, and wait until it has ended."""
    left = [work for work in works if not work.done()]
    for work in left:
        work.cancel()
    if left:
        await asyncio.wait(left)


def _look_at(work: asyncio.Future[Any]) -> None:
    """Nobody may be left to look at the error of what was cancelled."""
    if not work.cancelled():
        work.exception()
