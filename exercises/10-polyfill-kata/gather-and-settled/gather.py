"""Waits for several awaitables at once: for the results of all, or for how each of them ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any


async def gather(*awaitables: Awaitable[Any]) -> list[Any]:
    """Return the results in the order of the arguments. Raises the first error."""
    tasks = [asyncio.ensure_future(each) for each in awaitables]
    return [await task for task in tasks]


async def settled(*awaitables: Awaitable[Any]) -> list[tuple[str, Any]]:
    """Tell how each of them ended: ("ok", result), ("error", exception) or ("cancelled", None)."""

    async def outcome(awaitable: Awaitable[Any]) -> tuple[str, Any]:
        try:
            return "ok", await awaitable
        except asyncio.CancelledError:
            return "cancelled", None
        except Exception as error:
            return "error", error

    return await gather(*(outcome(each) for each in awaitables))
