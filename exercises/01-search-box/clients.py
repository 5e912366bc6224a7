"""The clients of the search API that are in use. Not yours to change: the box is handed one of them as `api`."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Api


class Client:
    """The new one. A cancelled search ends at once, and the server hears of it."""

    def __init__(self, server: Api) -> None:
        self._server = server

    async def search(self, text: str) -> list[str]:
        return await self._server.search(text)


class OldClient:
    """The old one, still in half of the shops. It cannot let go: a search that was sent is read to its end.

    Cancelling it does nothing. It returns its rows, or raises SearchFailed, as if it had not been cancelled.
    """

    def __init__(self, server: Api) -> None:
        self._server = server

    async def search(self, text: str) -> list[str]:
        reading = asyncio.ensure_future(self._server.search(text))
        while not reading.done():
            try:
                await asyncio.wait([reading])
            except asyncio.CancelledError:
                continue
        return reading.result()
