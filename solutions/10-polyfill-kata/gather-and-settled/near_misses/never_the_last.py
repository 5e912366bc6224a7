"""the count-them-down fix

Tempting, because a callback on each and a count of those that are left is how asyncio does it. It is the last one to end that
tells the caller; where there is none, nobody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = _begin(awaitables)
    decided = await _until(tasks, lambda task: task.cancelled() or task.exception() is not None)
    decided.result()
    return [task.result() for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = _begin(awaitables)
    await _until(tasks, lambda task: False)
    return [_outcome(task) for task in tasks]


def _begin(awaitables):
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    return [tasks[id(each)] for each in awaitables]


async def _until(tasks, decides):
    over = asyncio.get_running_loop().create_future()
    left = set(tasks)

    def note(task):
        left.discard(task)
        if not task.cancelled():
            task.exception()
        if not over.done() and (decides(task) or not left):
            over.set_result(task)

    for task in tuple(left):
        task.add_done_callback(note)
    try:
        return await over
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise


def _outcome(task):
    if task.cancelled():
        return "cancelled", None
    if task.exception() is not None:
        return "error", task.exception()
    return "ok", task.result()
