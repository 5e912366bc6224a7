"""asyncio.gather behind the names of kata 10's part."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    return await asyncio.gather(*awaitables)


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    rows = await asyncio.gather(*awaitables, return_exceptions=True)
    return [_row(each) for each in rows]


def _row(end: Any) -> tuple[str, Any]:
    if isinstance(end, asyncio.CancelledError):
        return "cancelled", None
    return ("error", end) if isinstance(end, BaseException) else ("ok", end)
