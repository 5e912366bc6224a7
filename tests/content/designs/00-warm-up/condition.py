"""A condition: one caller is at it, the rest wait until it has a client or has given up."""

from __future__ import annotations

import asyncio


class Mailer:
    """Sends mails over one connection."""

    def __init__(self, server):
        self._server = server
        self._client = None
        self._connecting = False
        self._changed = asyncio.Condition()

    async def get_client(self):
        async with self._changed:
            await self._changed.wait_for(lambda: self._client is not None or not self._connecting)
            if self._client is not None:
                return self._client
            self._connecting = True
        try:
            client = await self._server.connect()
        except BaseException:
            self._connecting = False
            await asyncio.shield(self._tell())
            raise
        self._client, self._connecting = client, False
        await self._tell()
        return client

    async def _tell(self):
        async with self._changed:
            self._changed.notify_all()

    async def send(self, address, text):
        await self._server.deliver(await self.get_client(), address, text)
