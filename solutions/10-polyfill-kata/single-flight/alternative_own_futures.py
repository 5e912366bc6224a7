"""Everybody who waits has a future of its own, and the call hands its outcome to those that are still there.

Nobody but the table touches the task, so there is nothing to shield. The price is a second step between outcome and
caller, and one future for each of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from typing import Any


class _Call:
    """A call under way, and the futures of those who wait."""

    def __init__(self) -> None:
        self.futures: set[asyncio.Future[Any]] = set()
        self.task: asyncio.Task[None] | None = None


class SingleFlight:
    """Calls under way, by key."""

    def __init__(self) -> None:
        self._calls: dict[Hashable, _Call] = {}

    async def do(self, key: Hashable, fn: Callable[[], Awaitable[Any]]) -> Any:
        """Return what `fn()` gives, or what a call for the same key gives that is under way."""
        call = self._calls.get(key)
        if call is None:
            call = self._calls[key] = _Call()
            call.task = asyncio.create_task(self._run(key, call, fn))
        mine = asyncio.get_running_loop().create_future()
        call.futures.add(mine)
        try:
            return await mine
        finally:
            call.futures.discard(mine)
            if not call.futures and self._calls.get(key) is call:
                del self._calls[key]
                if call.task is not None:
                    call.task.cancel()

    async def _run(self, key: Hashable, call: _Call, fn: Callable[[], Awaitable[Any]]) -> None:
        try:
            result = await fn()
        except asyncio.CancelledError:
            for future in self._end(key, call):
                future.cancel()
            raise
        except Exception as error:
            for future in self._end(key, call):
                future.set_exception(error)
        else:
            for future in self._end(key, call):
                future.set_result(result)

    def _end(self, key: Hashable, call: _Call) -> list[asyncio.Future[Any]]:
        """Free the key, and give the futures of those who still wait."""
        if self._calls.get(key) is call:
            del self._calls[key]
        return [future for future in call.futures if not future.done()]
