"""first_of is the only tool: a timeout is a race against a sleep, and a sleep one against the stop."""

from __future__ import annotations

import asyncio


class Stopped(Exception):
    pass


class TimedOut(TimeoutError):
    def __init__(self, seconds):
        super().__init__(f"{seconds} s are over")
        self.seconds = seconds


async def first_of(*awaitables):
    if not awaitables:
        raise ValueError("first_of() needs something")
    return (await _first([asyncio.ensure_future(each) for each in awaitables])).result()


async def _first(tasks):
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        return min(done, key=tasks.index)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def sleep(seconds, stop=None):
    if stop is None:
        return await asyncio.sleep(seconds)
    if stop.is_set():
        raise Stopped
    await first_of(asyncio.sleep(seconds), stop.wait())
    if stop.is_set():
        raise Stopped


async def timeout(awaitable, seconds):
    work = asyncio.ensure_future(awaitable)
    if work.done():
        return work.result()
    if seconds > 0:
        clock = asyncio.create_task(asyncio.sleep(seconds))
        late = await _first([work, clock]) is clock
    else:
        late = True
        work.cancel()
        await asyncio.wait([work])
    if late and work.cancelled():
        raise TimedOut(seconds)
    return work.result()
