"""A window that slides: a loop pulls an item, begins its call, and waits for a free slot before it pulls the next.

One place begins calls and one place ends them, so errors and cancellations need no thought elsewhere. The price is one task
for each item and a set that is waited for again and again; with thousands of slots, workers are cheaper.
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
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
    return [results[index] for index in sorted(results)]


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
