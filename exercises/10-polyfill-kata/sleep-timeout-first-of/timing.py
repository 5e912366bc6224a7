"""Waiting with an end: a sleep that can be stopped, a limit to patience, and the first of several."""

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
    bell = asyncio.ensure_future(stop.wait())
    done, _ = await asyncio.wait([bell], timeout=seconds)
    if done:
        raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    """Return the result of the awaitable. Raises TimedOut when it takes longer than so many seconds."""
    work = asyncio.ensure_future(awaitable)
    done, _ = await asyncio.wait([work], timeout=seconds)
    if not done:
        work.cancel()
        raise TimedOut(seconds)
    return work.result()


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    """Return the result of the first that ends, or raise its error. The others are cancelled."""
    works = [asyncio.ensure_future(each) for each in awaitables]
    done, others = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
    for other in others:
        other.cancel()
    return done.pop().result()
