"""asyncio.timeout and asyncio.wait behind the names of kata 10's part."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


class Stopped(Exception):
    """Somebody said stop."""


class TimedOut(TimeoutError):
    """It was not done within `seconds`."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


async def sleep(seconds: float, stop: asyncio.Event | None = None) -> None:
    stop = stop or asyncio.Event()
    if stop.is_set():
        raise Stopped
    try:
        await timeout(stop.wait(), seconds)
    except TimedOut:
        return
    raise Stopped


async def timeout(awaitable: Awaitable[Any], seconds: float) -> Any:
    try:
        async with asyncio.timeout(seconds) as limit:
            return await awaitable
    except TimeoutError as error:
        if limit.expired():
            raise TimedOut(seconds) from error
        raise


async def first_of(*awaitables: Awaitable[Any]) -> Any:
    works = [asyncio.ensure_future(each) for each in awaitables]
    try:
        done, _ = await asyncio.wait(works, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for work in works:
            work.cancel()
        await asyncio.gather(*works, return_exceptions=True)
    return done.pop().result()
