"""the forget-it-when-I-am-told fix

Tempting, because the shield holds, and each caller who is told of the failure forgets the attempt. When they have all left
nobody is told: the failed task stays, and whoever calls next is told of a failure that is long over.
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
            return await asyncio.shield(self._connecting)
        except Exception:
            self._connecting = None
            raise

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
