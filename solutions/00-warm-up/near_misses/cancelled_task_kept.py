"""the one-task-for-all fix that forgets failures only

Tempting, because a task may be awaited by many, and this one is forgotten when it fails. A caller who leaves cancels it for
everyone, and a cancelled task is no failure: it stays, and cancels whoever calls next.
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
        try:
            return await self._connecting
        except Exception:
            self._connecting = None
            raise

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
