"""gather over asyncio.as_completed, settled one after the other; both cancel and wait when their caller leaves."""

from __future__ import annotations

import asyncio


def _tasks(awaitables):
    tasks = {}
    for each in awaitables:
        if id(each) not in tasks:
            tasks[id(each)] = asyncio.ensure_future(each)
            tasks[id(each)].add_done_callback(lambda task: None if task.cancelled() else task.exception())
    return tasks


async def _end(tasks):
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)


async def gather(*awaitables):
    tasks = _tasks(awaitables)
    me = asyncio.current_task()
    before = me.cancelling()
    try:
        for end in asyncio.as_completed(list(tasks.values())):
            await end
    except asyncio.CancelledError:
        if me.cancelling() > before:
            await _end(list(tasks.values()))
        raise
    return [tasks[id(each)].result() for each in awaitables]


async def settled(*awaitables):
    tasks = _tasks(awaitables)
    try:
        for task in tasks.values():
            while not task.done():
                await asyncio.wait([task])
    except asyncio.CancelledError:
        await _end(list(tasks.values()))
        raise
    rows = []
    for each in awaitables:
        task = tasks[id(each)]
        if task.cancelled():
            rows.append(("cancelled", None))
        elif task.exception() is not None:
            rows.append(("error", task.exception()))
        else:
            rows.append(("ok", task.result()))
    return rows
