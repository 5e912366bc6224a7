"""What the search box is handed: a screen, and one of two clients of the search API. Not yours to change.

Of the screen only its shape is here, for reading and for your type checker; nothing of that is there at run time.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Protocol

    class Api(Protocol):
        """The search. Slow, and an answer may overtake an earlier one."""

        async def search(self, text: str) -> list[str]:
            """Return the products that fit, or raise SearchFailed."""

    class Screen(Protocol):
        """Draws at once. None of these waits."""

        def results(self, text: str, rows: list[str]) -> None:
            """Show the rows found for `text`, in place of whatever is there."""

        def failure(self, text: str, message: str) -> None:
            """Show that the search for `text` failed, in place of whatever is there."""

        def spinner(self, on: bool) -> None:
            """Let the spinner turn, or stop it. Saying the same twice does no harm."""


class SearchFailed(Exception):
    """The API had no answer."""


class Client:
    """The new client. A cancelled search ends at once, and the server hears of it."""

    def __init__(self, server: Api) -> None:
        self._server = server

    async def search(self, text: str) -> list[str]:
        return await self._server.search(text)


class OldClient:
    """The old client, still in half of the shops. It cannot let go: a search that was sent is read to its end.

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
