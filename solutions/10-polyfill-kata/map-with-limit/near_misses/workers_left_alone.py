"""the workers fix without an owner

Tempting, because workers that share an iterator pull an item only when they are free, and `gather` tells of the first error.
It tells, and leaves the other workers alone: they go on to the last item.
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
    results: dict[int, Any] = {}

    async def work() -> None:
        for index, item in source:
            results[index] = await fn(item, index)

    await asyncio.gather(*(work() for _ in range(min(limit, 1000))))
    return [results[index] for index in sorted(results)]


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
