"""the first-caller-does-it fix

Tempting, because the first caller makes the call in its own task and tells the others: no task, no counting. The call
lives and dies with its first caller: when that one leaves, the others are told of a cancellation that nobody sent them.
"""

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
        if key in self._calls:
            return await asyncio.shield(self._calls[key])
        told = self._calls[key] = asyncio.get_running_loop().create_future()
        try:
            result = await fn()
        except asyncio.CancelledError:
            told.cancel()
            raise
        except Exception as error:
            told.set_exception(error)
            told.exception()
            raise
        else:
            told.set_result(result)
            return result
        finally:
            del self._calls[key]
