"""As many slots as there are awaitables; whichever ends next fills the next slot, and a generator reads them in order.

No queue and no count: the n-th to end is in the n-th slot. The price is the object around the generator. One that was never
asked for anything has not begun, and closing it runs nothing of it; so who closes has to end the work, too.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable
from typing import Any

Work = asyncio.Future[Any]


def as_completed(*awaitables: Awaitable[Any]) -> AsCompleted:
    """Begin all, and give (index, result) of each, in the order in which they end. Raises the first error at its turn."""
    return AsCompleted([asyncio.ensure_future(each) for each in awaitables])


class AsCompleted:
    """An async iterator over work that is under way."""

    def __init__(self, works: list[Work]) -> None:
        self._works = works
        loop = asyncio.get_running_loop()
        slots: list[asyncio.Future[Work]] = [loop.create_future() for _ in works]
        free = iter(slots)

        def fill(work: Work) -> None:
            if not work.cancelled():
                work.exception()  # looked at, even if nobody reads so far
            slot = next(free)
            if not slot.done():
                slot.set_result(work)

        for work in works:
            work.add_done_callback(fill)
        self._rows = self._read(slots)

    async def _read(self, slots: list[asyncio.Future[Work]]) -> AsyncGenerator[tuple[int, Any], None]:
        try:
            for slot in slots:
                work = await slot
                yield self._works.index(work), work.result()
        finally:
            await self._end()

    async def _end(self) -> None:
        left = [work for work in self._works if not work.done()]
        for work in left:
            work.cancel()
        if left:
            await asyncio.wait(left)

    def __aiter__(self) -> AsCompleted:
        return self

    async def __anext__(self) -> tuple[int, Any]:
        return await anext(self._rows)

    async def aclose(self) -> None:
        """End it: cancel what is under way, and wait until that has ended."""
        await self._rows.aclose()
        await self._end()
