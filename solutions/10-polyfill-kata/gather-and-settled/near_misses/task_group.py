"""the task-group fix

Tempting, because a TaskGroup tells the first error at once, loses none, and is cancelled with its caller. It also cancels the
others at the first error, where they are to go on, and raises it in a group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = {}
    async with asyncio.TaskGroup() as group:
        for each in awaitables:
            if id(each) not in tasks:
                tasks[id(each)] = group.create_task(_await(each))
    return [tasks[id(each)].result() for each in awaitables]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""
    tasks = {}
    async with asyncio.TaskGroup() as group:
        for each in awaitables:
            if id(each) not in tasks:
                tasks[id(each)] = group.create_task(_outcome(each))
    return [tasks[id(each)].result() for each in awaitables]


async def _await(awaitable: Awaitable[Any]) -> Any:
    return await awaitable


async def _outcome(awaitable: Awaitable[Any]) -> tuple[str, Any]:
    try:
        return "ok", await awaitable
    except asyncio.CancelledError:
        return "cancelled", None
    except Exception as error:
        return "error", error
