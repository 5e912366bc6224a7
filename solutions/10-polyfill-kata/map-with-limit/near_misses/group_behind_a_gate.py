"""the task-group fix

Tempting, because a TaskGroup cancels the others at the first error and waits for them, and a semaphore keeps the limit. The
items are all pulled at once as before, and whoever catches the error gets it in a group.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Function = Callable[[Any, int], Awaitable[Any]]


async def map_with_limit(items: Iterable[Any], fn: Function, limit: int) -> list[Any]:
    """Return what `fn(item, index)` gives for each item, in the order of the items."""
    if limit < 1:
        raise ValueError(f"limit must be 1 or more, not {limit}")
    gate = asyncio.Semaphore(limit)

    async def run(index: int, item: Any) -> Any:
        async with gate:
            return await fn(item, index)

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(run(index, item)) for index, item in enumerate(items)]
    return [task.result() for task in tasks]


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
