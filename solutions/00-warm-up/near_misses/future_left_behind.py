"""the tidy-up-in-`except Exception` fix

Tempting, because the first caller tidies up when its attempt fails, and the others go on. Cancellation is not an
Exception: when the first caller leaves, nothing is tidied up and all others wait for ever.
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
        self._answer: asyncio.Future[str] | None = None

    async def get_client(self) -> str:
        """Return the client, and connect it first if need be."""
        if self._answer is not None:
            return await asyncio.shield(self._answer)
        answer = self._answer = asyncio.get_running_loop().create_future()
        try:
            client = await self._server.connect()
        except Exception as error:
            self._answer = None
            answer.set_exception(error)
            answer.exception()  # looked at, even if nobody else waits
            raise
        answer.set_result(client)
        return client

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
