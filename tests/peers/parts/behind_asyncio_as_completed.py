"""asyncio.as_completed behind the name of kata 10's part."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any


async def as_completed(*awaitables: Awaitable[Any]) -> AsyncIterator[tuple[int, Any]]:
    async def placed(index: int, awaitable: Awaitable[Any]) -> tuple[int, Any]:
        return index, await awaitable

    for each in asyncio.as_completed([placed(index, awaitable) for index, awaitable in enumerate(awaitables)]):
        yield await each
