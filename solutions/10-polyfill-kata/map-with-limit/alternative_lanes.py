"""As many lanes as there are slots or items: each pulls an item when it is done with its last one.

At most `limit` tasks, however many items there are, and no bookkeeping of slots: a lane is a slot. The price: the first
items have to be pulled before the lanes begin, or a limit of a million makes a million lanes for three items.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

Function = Callable[[Any, int], Awaitable[Any]]


async def map_with_limit(items: Iterable[Any], fn: Function, limit: int) -> list[Any]:
    """Return what `fn(item, index)` gives for each item, in the order of the items."""
    if limit < 1:
        raise ValueError(f"limit must be 1 or more, not {limit}")
    source = enumerate(items)
    results: dict[int, Any] = {}

    async def lane(pair: tuple[int, Any] | None) -> None:
        while pair is not None:
            index, item = pair
            results[index] = await fn(item, index)
            pair = next(source, None)

    lanes = [asyncio.create_task(lane(pair)) for pair in itertools.islice(source, limit)]
    try:
        if lanes:
            done, _ = await asyncio.wait(lanes, return_when=asyncio.FIRST_EXCEPTION)
            for each in done:
                each.result()
    finally:
        for each in lanes:
            each.cancel()
        await asyncio.gather(*lanes, return_exceptions=True)
    return [results[index] for index in sorted(results)]


async def map_settled(items: Iterable[Any], fn: Function, limit: int) -> list[tuple[str, Any]]:
    """The same, but an error ends nothing: ("ok", value) or ("error", exception) for each item."""

    async def settle(item: Any, index: int) -> tuple[str, Any]:
        try:
            return "ok", await fn(item, index)
        except Exception as error:
            return "error", error

    return await map_with_limit(items, settle, limit)
