"""the loop that goes on

Tempting, because an error is the end of one page and not of the others, and whoever catches it can ask for the next. A loop
that is left by the error asks for none, and the others go on.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any


def as_completed(*awaitables: Awaitable[Any]) -> AsCompleted:
    """Begin all, and give (index, result) of each, in the order in which they end. Raises the first error."""
    return AsCompleted(awaitables)


class AsCompleted:
    """An async iterator over awaitables that are under way."""

    def __init__(self, awaitables: Iterable[Awaitable[Any]]) -> None:
        self._places = {asyncio.ensure_future(each): index for index, each in enumerate(awaitables)}
        self._ended: asyncio.Queue[asyncio.Future[Any]] = asyncio.Queue()
        self._to_come = len(self._places)
        for work in self._places:
            work.add_done_callback(self._note)

    def __aiter__(self) -> AsCompleted:
        return self

    def _note(self, work: asyncio.Future[Any]) -> None:
        if not work.cancelled():
            work.exception()
        self._ended.put_nowait(work)

    async def __anext__(self) -> tuple[int, Any]:
        if self._to_come == 0:
            raise StopAsyncIteration
        try:
            work = await self._ended.get()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        self._to_come -= 1
        return self._places[work], work.result()

    async def aclose(self) -> None:
        """End it: cancel what is under way, and wait until that has ended."""
        self._to_come = 0
        left = [work for work in self._places if not work.done()]
        for work in left:
            work.cancel()
        if left:
            await asyncio.wait(left)
