"""the event-for-the-others fix

Tempting, because an event wakes all who wait, and `finally` sets it whatever happens. That the first caller is done does
not mean that there is a client: those who wake do not look again, and return None.
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
        self._opening: asyncio.Event | None = None

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._opening is not None:
            await self._opening.wait()
        elif self._client is None:
            opening = self._opening = asyncio.Event()
            try:
                self._client = await self._server.connect()
            finally:
                opening.set()
                self._opening = None
        return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
