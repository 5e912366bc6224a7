"""One task for all who wait, cancelled when the last of them has left; a failure is shared and forgotten."""

from __future__ import annotations

import asyncio


class Mailer:
    """Sends mails over one connection."""

    def __init__(self, server):
        self._server = server
        self._client = None
        self._attempt = None
        self._waiting = 0

    async def get_client(self):
        if self._client is not None:
            return self._client
        if self._attempt is None:
            self._attempt = asyncio.ensure_future(self._server.connect())
        attempt = self._attempt
        self._waiting += 1
        try:
            await asyncio.wait([attempt])
        finally:
            self._waiting -= 1
            if self._waiting == 0:
                self._attempt = None
                attempt.cancel()
            if attempt.done() and not attempt.cancelled() and attempt.exception() is None:
                self._client = attempt.result()
        return attempt.result()

    async def send(self, address, text):
        await self._server.deliver(await self.get_client(), address, text)
