"""A kept attempt that the next caller looks at: one that failed is begun anew."""

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
        if self._attempt is None or self._has_failed(self._attempt):
            self._attempt = asyncio.create_task(self._server.connect())
        return await asyncio.shield(self._attempt)

    def _has_failed(self, attempt: asyncio.Task[str]) -> bool:
        return attempt.done() and (attempt.cancelled() or attempt.exception() is not None)

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
