"""the generator that is handed what was begun

Tempting, because an ordinary function begins everything at the call, and the generator that it returns has the `finally`. If it
is closed before it was asked for anything, it has not been entered, and its `finally` does not run.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from typing import Any


def as_completed(*awaitables: Awaitable[Any]) -> AsyncIterator[tuple[int, Any]]:
    """Give (index, result) of each, in the order in which they end. Raises the first error."""
    places = {asyncio.ensure_future(each): index for index, each in enumerate(awaitables)}
    ended: asyncio.Queue[asyncio.Future[Any]] = asyncio.Queue()

    def note(work: asyncio.Future[Any]) -> None:
        if not work.cancelled():
            work.exception()
        ended.put_nowait(work)

    for work in places:
        work.add_done_callback(note)
    return _read(places, ended)


async def _read(
    places: dict[asyncio.Future[Any], int], ended: asyncio.Queue[asyncio.Future[Any]]
) -> AsyncIterator[tuple[int, Any]]:
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
