"""The work runs in the caller's own task; the timer cancels that task, and the cancellations are counted.

So asyncio does it since `uncancel` is there: no task beside the caller, and the work keeps its context. The price is the
count: a cancellation has no sender, and only their number tells whether somebody else has cancelled, too.
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
    if stop is None:
        await asyncio.sleep(seconds)
        return
    if not stop.is_set():
        await first_of(asyncio.sleep(seconds), stop.wait())
    if stop.is_set():
        raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of the awaitable. Raises TimedOut when it takes longer than so many seconds."""
    if seconds <= 0:
        return await _without_time(asyncio.ensure_future(awaitable), seconds)
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    expired = False

    def expire() -> None:
        nonlocal expired
        expired = True
        task.cancel()

    timer = asyncio.get_running_loop().call_later(seconds, expire)
    try:
        return await awaitable
    except asyncio.CancelledError:
        if expired and task.cancelling() == before + 1:
            raise TimedOut(seconds) from None
        raise
    finally:
        timer.cancel()
        if expired:
            task.uncancel()
        if task.cancelling() > before:
            raise asyncio.CancelledError  # whatever the work has made of it


async def _without_time(work: asyncio.Future[Any], seconds: float) -> Any:
    if work.done():
        return work.result()
    work.cancel()
    await asyncio.wait([work])
    try:
        return work.result()
    except asyncio.CancelledError:
        raise TimedOut(seconds) from None


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    """Return the result of the first that ends, or raise its error. The others are cancelled, and have ended."""
    if not awaitables:
        raise ValueError("first_of needs at least one awaitable")
    first: asyncio.Future[asyncio.Future[Any]] = asyncio.get_running_loop().create_future()
    works = [asyncio.ensure_future(each) for each in awaitables]
    for work in works:
        work.add_done_callback(lambda done: first.done() or first.set_result(done))
    try:
        winner = await first
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
    return winner.result()
