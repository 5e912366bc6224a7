"""the first-result fix

Tempting, because a mirror that fails is no answer, and another may still come. Then an error does not win but waits for the
others, and when there is no result at all, it is told last.
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
    if work.cancelled() and not in_time:
        raise TimedOut(seconds)
    return work.result()


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    """Return the result of the first that has one. The others are cancelled, and have ended."""
    works = [_begin(each) for each in awaitables]
    if not works:
        raise ValueError("first_of needs at least one awaitable")
    left = set(works)
    try:
        while left:
            done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            for work in done:
                if work.exception() is None:
                    return work.result()
    finally:
        await _end(*works)
    return work.result()


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
