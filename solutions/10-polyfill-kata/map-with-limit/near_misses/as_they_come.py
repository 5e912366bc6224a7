"""the append-when-done fix

Tempting, because each worker appends what it has, and with calls that take equally long the list is in order. With calls
that do not, the pictures are of the wrong rows.
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
    source = enumerate(items)
    results: list[Any] = []

    async def work() -> None:
        for index, item in source:
            results.append(await fn(item, index))

    workers = [asyncio.create_task(work()) for _ in range(min(limit, 1000))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return results


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
