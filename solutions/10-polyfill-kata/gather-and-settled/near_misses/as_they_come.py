"""the collect-them-as-they-come fix

Tempting, because whoever collects the ends as they happen tells an error, and a part that was stopped, at
once. The results then stand in the order of their ends, not of the arguments; and one that is given twice stands once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results. Raises the first error."""
    tasks = _begin(awaitables)
    results = []
    pending = set(tasks)
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            results += done
            if any(task.cancelled() or task.exception() for task in done):
                break
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise
    return [task.result() for task in results]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = _begin(awaitables)
    try:
        if tasks:
            await asyncio.wait(set(tasks))
    except asyncio.CancelledError:
        for task in tasks:
            task.cancel()
        raise
    return [_outcome(task) for task in tasks]


def _begin(awaitables):
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    for task in tasks.values():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return [tasks[id(each)] for each in awaitables]


def _outcome(task):
    if task.cancelled():
        return "cancelled", None
    if task.exception() is not None:
        return "error", task.exception()
    return "ok", task.result()
