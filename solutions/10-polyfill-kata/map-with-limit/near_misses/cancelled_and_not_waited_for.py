"""the cancel-the-rest fix

Tempting, because no call begins after an error, and those under way are told to stop. To be told is not to have stopped: the
error is raised while they are still giving back what they had opened.
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
    results: dict[int, Any] = {}
    running: dict[asyncio.Future[Any], int] = {}

    async def take_one() -> None:
        done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            results[running.pop(task)] = task.result()

    try:
        for index, item in enumerate(items):
            running[asyncio.ensure_future(fn(item, index))] = index
            if len(running) == limit:
                await take_one()
        while running:
            await take_one()
    finally:
        for task in running:
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            task.cancel()
    return [results[index] for index in sorted(results)]


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
