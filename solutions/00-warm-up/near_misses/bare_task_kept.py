"""the keep-the-task-and-await-it fix

Tempting, because a task may be awaited by many, and it takes three lines. It is never forgotten, so its failure is told to
all who come later; and nothing shields it, so one caller who leaves cancels it for everyone.
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
        self._connecting: asyncio.Task[str] | None = None

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._connecting is None:
            self._connecting = asyncio.create_task(self._server.connect())
        return await self._connecting

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
