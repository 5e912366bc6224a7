"""The attempt is kept, not only its result: one task, and each caller waits for it behind a shield.

A caller who leaves does not cost the others the time already spent. The price: the attempt belongs to nobody, so it has
to be forgotten when it fails, its error has to be looked at though all may have gone, and it runs on without them.
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
            self._attempt.add_done_callback(self._forget_failure)
        return await asyncio.shield(self._attempt)

    def _forget_failure(self, attempt: asyncio.Task[str]) -> None:
        failed = attempt.cancelled() or attempt.exception() is not None
        if failed and attempt is self._attempt:
            self._attempt = None

    async def send(self, address: str, text: str) -> None:
        """Send one mail."""
        client = await self.get_client()
        await self._server.deliver(client, address, text)
