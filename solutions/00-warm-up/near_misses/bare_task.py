"""the one-task-for-all fix without a shield

Tempting, because a task may be awaited by many, and this one is forgotten when it fails. Whoever awaits a task bare also
hands its own cancellation down to it: one impatient caller cancels it for everyone.
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
        attempt = self._attempt
        try:
            return await attempt
        except BaseException:
            if attempt is self._attempt:
                self._attempt = None
            raise

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
