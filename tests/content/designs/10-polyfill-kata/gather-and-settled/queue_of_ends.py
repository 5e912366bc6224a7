"""A wrapper task for each awaitable reports its end to a queue; the caller reads the queue."""

from __future__ import annotations

import asyncio


async def gather(*awaitables):
    unique = list({id(each): each for each in awaitables}.values())
    values = {}
    async for key, word, value in _ends(unique):
        if word == "cancelled":
            raise asyncio.CancelledError
        if word == "error":
            raise value
        values[key] = value
    return [values[id(each)] for each in awaitables]


async def settled(*awaitables):
    unique = list({id(each): each for each in awaitables}.values())
    rows = {}
    async for key, word, value in _ends(unique):
        rows[key] = (word, value)
    return [rows[id(each)] for each in awaitables]


async def _ends(unique):
    queue = asyncio.Queue()

    async def report(each):
        try:
            row = "ok", await each
        except asyncio.CancelledError:
            row = "cancelled", None
        except Exception as error:
            row = "error", error
        queue.put_nowait((id(each), *row))

    tasks = [asyncio.create_task(report(each)) for each in unique]
    for task in tasks:
        _kept.add(task)
        task.add_done_callback(_kept.discard)
    for _ in unique:
        try:
            end = await queue.get()
        except asyncio.CancelledError:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
            raise
        yield end


_kept = set()
