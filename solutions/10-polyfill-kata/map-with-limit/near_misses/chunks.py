"""the one-chunk-after-the-other fix

Tempting, because a chunk is as long as the limit, and `gather` does the rest. A chunk ends with its slowest call: until then
the other slots stand empty, and one slow picture holds up the import.
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
    results: list[Any] = []
    source = enumerate(items)
    while True:
        chunk: list[asyncio.Future[Any]] = []
        try:
            for index, item in source:
                chunk.append(asyncio.ensure_future(fn(item, index)))
                if len(chunk) == limit:
                    break
            if not chunk:
                return results
            results += await asyncio.gather(*chunk)
        finally:
            for task in chunk:
                task.cancel()
            await asyncio.gather(*chunk, return_exceptions=True)


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
