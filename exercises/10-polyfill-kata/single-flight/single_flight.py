"""Single flight: callers who want the same thing at the same time share one call."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, asyncio.Future[Any]] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        if key not in self._calls:
            self._calls[key] = asyncio.ensure_future(fn())
        try:
            return await self._calls[key]
        finally:
            self._calls.pop(key, None)
