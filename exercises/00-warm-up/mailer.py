"""The mailer: one connection to the mail server, opened when the first mail goes out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ports import Server


class Mailer:
    """Sends mails over one connection. The whole service shares one Mailer."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._client: str | None = None

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._client is None:
            self._client = await self._server.connect()
        return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
