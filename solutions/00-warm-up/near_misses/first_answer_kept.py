"""the ask-again-after-connecting fix

Tempting, because everybody ends up with one client, and the code says so. Both have connected by then: the second
client is thrown away, but the supplier still counts it.
"""

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
            client = await self._server.connect()
            if self._client is None:
                self._client = client
        return self._client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
