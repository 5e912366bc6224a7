"""Task groups: the winner ends the group by an error of its own, the timer by cancelling the one task in it."""

from __future__ import annotations

import asyncio


class Stopped(Exception):
    pass


class TimedOut(TimeoutError):
    def __init__(self, seconds):
        super().__init__(f"over after {seconds} s")
        self.seconds = seconds


class _Over(Exception):
    pass


async def first_of(*awaitables):
    if not awaitables:
        raise ValueError("no awaitables")
    ends = []

    async def run(awaitable):
        try:
            end = True, await awaitable
        except Exception as error:
            end = False, error
        if not ends:
            ends.append(end)
            raise _Over

    me = asyncio.current_task()
    before = me.cancelling()
    try:
        async with asyncio.TaskGroup() as group:
            for each in awaitables:
                group.create_task(run(each))
    except* _Over:
        # The group's own errors hide a cancellation of the caller that comes meanwhile.
        if me.cancelling() > before:
            raise asyncio.CancelledError from None
    good, value = ends[0]
    if good:
        return value
    raise value


async def timeout(awaitable, seconds):
    loop = asyncio.get_running_loop()
    work = asyncio.ensure_future(awaitable)
    if work.done():
        return work.result()
    late = []
    timer = None
    if seconds > 0:
        timer = loop.call_later(seconds, lambda: late.append(work.cancel()))
    else:
        late.append(work.cancel())
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    me = asyncio.current_task()
    before = me.cancelling()
    try:
        return await work
    except asyncio.CancelledError:
        if not work.done():
            work.cancel()
            await asyncio.wait([work])
        if any(late) and me.cancelling() == before:
            raise TimedOut(seconds) from None
        raise
    finally:
        if timer is not None:
            timer.cancel()


async def sleep(seconds, stop=None):
    stop = stop if stop is not None else asyncio.Event()
    if stop.is_set():
        raise Stopped
    try:
        await timeout(stop.wait(), seconds)
    except TimedOut:
        pass
    else:
        raise Stopped
