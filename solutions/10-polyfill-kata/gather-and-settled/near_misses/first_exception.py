"""the FIRST_EXCEPTION fix

Tempting, because `asyncio.wait` has a word for just this. To it a task that was cancelled is none that raised: a part that
somebody stopped is noticed when all the others have ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = _begin(awaitables)
    done = await _wait(tasks, asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()
    return [task.result() for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = _begin(awaitables)
    await _wait(tasks, asyncio.ALL_COMPLETED)
    return [_outcome(task) for task in tasks]


def _begin(awaitables):
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    for task in tasks.values():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return [tasks[id(each)] for each in awaitables]


async def _wait(tasks, until):
    if not tasks:
        return set()
    try:
        done, _ = await asyncio.wait(set(tasks), return_when=until)
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise
    return done


def _outcome(task):
    if task.cancelled():
        return "cancelled", None
    if task.exception() is not None:
        return "error", task.exception()
    return "ok", task.result()
