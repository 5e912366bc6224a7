"""The results of several awaitables, each as soon as it is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any


async def as_completed(*awaitables: Awaitable[Any]) -> AsyncIterator[tuple[int, Any]]:
    """Give (index, result) of each, in the order in which they end. Raises the first error."""
    places = {asyncio.ensure_future(each): index for index, each in enumerate(awaitables)}
    pending = set(places)
    while pending:
        done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            yield places[task], task.result()
