"""the generator with a finally

Tempting, because a queue keeps the order, and one `finally` ends the rest however the loop is left. A generator does nothing
before it is asked: nothing is begun at the call, and closing it before the first item runs no `finally`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any


async def as_completed(*awaitables: Awaitable[Any]) -> AsyncIterator[tuple[int, Any]]:
    """Give (index, result) of each, in the order in which they end. Raises the first error."""
    places = {asyncio.ensure_future(each): index for index, each in enumerate(awaitables)}
    ended: asyncio.Queue[asyncio.Future[Any]] = asyncio.Queue()

    def note(work: asyncio.Future[Any]) -> None:
        if not work.cancelled():
            work.exception()
        ended.put_nowait(work)

    for work in places:
        work.add_done_callback(note)
    try:
        for _ in places:
            work = await ended.get()
            yield places[work], work.result()
    finally:
        left = [work for work in places if not work.done()]
        for work in left:
            work.cancel()
        if left:
            await asyncio.wait(left)
