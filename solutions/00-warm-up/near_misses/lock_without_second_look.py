"""the lock-without-a-second-look fix

Tempting, because only one caller at a time is inside, so it looks settled. The others have asked their question before
they joined the queue: when the lock comes to them they connect too, one after the other.
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
        if self._client is None:
            async with self._opening:
                self._client = await self._server.connect()
        return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
