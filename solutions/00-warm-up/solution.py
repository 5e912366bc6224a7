"""A lock around the first use, and a second look once inside.

A handful of lines, and failure and cancellation need no thought: the lock is given back and the next caller tries. The
price: a caller who leaves takes its attempt along, and the next in the queue begins again from the start.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Server


class Mailer:
    """Sends mails over one connection. The whole service shares one Mailer."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client: str | None = None
        self._opening = asyncio.Lock()

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        async with self._opening:
            # Asked inside: whoever stood in the queue finds what the one before it fetched.
            if self._client is None:
                self._client = await self._server.connect()
            return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
