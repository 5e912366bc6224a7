"""The first caller connects, the others wait for its word and look again; whatever ends the attempt wakes them."""

from __future__ import annotations

import asyncio


class Mailer:
    """Sends mails over one connection."""

    def __init__(self, server):
        self._server = server
        self._client = None
        self._turn = None

    async def get_client(self):
        while self._client is None:
            if self._turn is not None:
                await asyncio.shield(self._turn)
                continue
            self._turn = asyncio.get_running_loop().create_future()
            try:
                self._client = await self._server.connect()
            finally:
                turn, self._turn = self._turn, None
                turn.set_result(None)
        return self._client

    async def send(self, address, text):
        await self._server.deliver(await self.get_client(), address, text)
