"""the let-it-go fix

Tempting, because a future that the work or the timer sets lets the caller go at once, when the time is up and when he is
cancelled. The work is not told, and goes on for nobody.
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
    await first_of(asyncio.sleep(seconds), stop.wait())
    if stop.is_set():
        raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of the awaitable. Raises TimedOut when it takes longer than so many seconds."""
    if seconds <= 0:
        work = _begin(awaitable)
        if not work.done():
            await _end(work)
            raise TimedOut(seconds)
        return work.result()
    work = _begin(awaitable)
    loop = asyncio.get_running_loop()
    late = loop.create_future()
    timer = loop.call_later(seconds, lambda: late.done() or late.set_result(None))
    work.add_done_callback(lambda _: late.done() or late.set_result(None))
    try:
        await late
    finally:
        timer.cancel()
    if not work.done():
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
