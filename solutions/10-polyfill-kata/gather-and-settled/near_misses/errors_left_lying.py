"""the wait-for-the-first fix without a look at the rest

Tempting, because it tells the first error at once and lets the others go on. When one of those fails later, or as the caller
leaves, nobody looks at its error, and the log says that an exception was never retrieved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = _begin(awaitables)
    pending = set(tasks)
    while pending:
        done, pending = await _wait(pending, asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    return [task.result() for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = _begin(awaitables)
    if tasks:
        await _wait(set(tasks), asyncio.ALL_COMPLETED)
    return [_outcome(task) for task in tasks]


def _begin(awaitables):
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    return [tasks[id(each)] for each in awaitables]


async def _wait(tasks, until):
    try:
        return await asyncio.wait(tasks, return_when=until)
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
