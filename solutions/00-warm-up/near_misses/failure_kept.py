"""the keep-the-task-for-ever fix

Tempting, because it is two lines, shields its callers and opens one connection. The task of a failed attempt stays too,
and everyone who comes after it is told of a failure that is long over.
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
        self._attempt: asyncio.Task[str] | None = None

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._attempt is None:
            self._attempt = asyncio.create_task(self._server.connect())
        return await asyncio.shield(self._attempt)

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
