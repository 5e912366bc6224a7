"""the tidy-up-in-finally fix

Tempting, because one `finally` that cancels whatever is still there is how other tools do it, and nothing is left behind. An
error is to end nothing here: the others are cancelled with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = _begin(awaitables)
    pending = set(tasks)
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
    finally:
        for task in tasks:
            task.cancel()
    return [task.result() for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = _begin(awaitables)
    try:
        if tasks:
            await asyncio.wait(set(tasks))
    finally:
        for task in tasks:
            task.cancel()
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
