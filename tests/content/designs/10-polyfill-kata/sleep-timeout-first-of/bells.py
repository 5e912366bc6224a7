"""Everything by futures and callbacks: a bell that the first of several things rings."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager


class Stopped(Exception):
    pass


class TimedOut(TimeoutError):
    def __init__(self, seconds):
        super().__init__(seconds)
        self.seconds = seconds


async def _over(tasks):
    """Cancel until all have ended; a further cancellation is passed on when they have."""
    for task in tasks:
        task.cancel()
    again = None
    while left := [task for task in tasks if not task.done()]:
        try:
            await asyncio.wait(left)
        except asyncio.CancelledError as error:
            again = error
    for task in tasks:
        if not task.cancelled():
            task.exception()
    if again is not None:
        raise again


@asynccontextmanager
async def _running(awaitables):
    tasks = [asyncio.ensure_future(each) for each in awaitables]
    bell = asyncio.get_running_loop().create_future()

    def ring(who=None):
        if not bell.done():
            bell.set_result(who)

    for task in tasks:
        task.add_done_callback(ring)
    try:
        yield tasks, bell, ring
    finally:
        await _over(tasks)


async def sleep(seconds, stop=None):
    if stop is not None and stop.is_set():
        raise Stopped
    if seconds <= 0:
        return
    async with _running([] if stop is None else [stop.wait()]) as (tasks, bell, ring):
        timer = asyncio.get_running_loop().call_later(seconds, ring)
        try:
            await bell
        finally:
            timer.cancel()
    if stop is not None and bell.result() is not None:
        raise Stopped


async def timeout(awaitable, seconds):
    async with _running([awaitable]) as (tasks, bell, ring):
        (work,) = tasks
        if seconds > 0:
            timer = asyncio.get_running_loop().call_later(seconds, ring)
            try:
                await bell
            finally:
                timer.cancel()
        late = not work.done()
    if late and work.cancelled():
        raise TimedOut(seconds)
    return work.result()


async def first_of(*awaitables):
    if not awaitables:
        raise ValueError("nothing to wait for")
    async with _running(awaitables) as (tasks, bell, ring):
        winner = await bell
    return winner.result()
