"""the wait-for-whoever-is-at-it fix

Tempting, because the third answer, somebody is at it, is written down. When that attempt fails, or its caller leaves,
nobody tells those who wait: they wait for ever.
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
        self._busy = False

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._client is None and not self._busy:
            self._busy = True
            self._client = await self._server.connect()
        while self._client is None:
            await asyncio.sleep(0.05)
        return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
