"""the cancel-in-finally fix

Tempting, because one `finally` cancels whatever is left, however the call ends. To cancel is to ask: the call is over while
connections are still being closed.
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
        if not work.done():
            raise TimedOut(seconds)
        return work.result()
    finally:
        _end(work)


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    """Return the result of the first that ends, or raise its error. The others are cancelled."""
    works = [_begin(each) for each in awaitables]
    if not works:
        raise ValueError("first_of needs at least one awaitable")
    try:
        done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
        return done.pop().result()
    finally:
        _end(*works)


def _begin(awaitable: Awaitable[Any]) -> asyncio.Future[Any]:
    work = asyncio.ensure_future(awaitable)
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    return work


def _end(*works: asyncio.Future[Any]) -> None:
    for work in works:
        work.cancel()
