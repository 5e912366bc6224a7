"""the settled-on-top-of-gather fix

Tempting, because each part catches its errors and gather does the rest. CancelledError is no Exception: a part that somebody
stopped is an error to gather, which is raised at once, and nobody is told of the others.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    begun = {id(each): each for each in awaitables}
    tasks = {key: asyncio.ensure_future(each) for key, each in begun.items()}
    for task in tasks.values():
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
    pending = set(tasks.values())
    try:
        while pending:
            done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
            if any(task.cancelled() or task.exception() for task in done):
                break
    except asyncio.CancelledError:
        for task in tasks.values():
            task.cancel()
        raise
    for task in tasks.values():
        if task.done() and (task.cancelled() or task.exception()):
            task.result()
    return [tasks[id(each)].result() for each in awaitables]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""

    async def outcome(awaitable: Awaitable[Any]) -> tuple[str, Any]:
        try:
            return "ok", await awaitable
        except Exception as error:
            return "error", error

    outcomes = {}
    for each in awaitables:
        if id(each) not in outcomes:
            outcomes[id(each)] = outcome(each)
    return await gather(*(outcomes[id(each)] for each in awaitables))
