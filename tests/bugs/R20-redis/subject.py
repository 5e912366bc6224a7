"""A client of a cache, whose connections lead to a server that answers each in order."""

import asyncio

from redis.asyncio import Connection, ConnectionPool, Redis


class Line:
    """A connection's way to the server: what a stream's writer is asked for."""

    def __init__(self, server, reader):
        self._server = server
        self._reader = reader
        self._answered = None

    def writelines(self, command):
        key = b"".join(command).split(b"\r\n")[-2].decode()
        self._answered = asyncio.create_task(self._answer(key, self._answered))

    async def _answer(self, key, before):
        if before is not None:
            await before
        value = (await self._server.get(key)).encode()
        self._reader.feed_data(b"$%d\r\n%s\r\n" % (len(value), value))

    async def drain(self):
        pass

    def close(self):
        pass

    async def wait_closed(self):
        pass


class Cache:
    def __init__(self, server):
        class Wire(Connection):
            async def _connect(self):
                self._reader = asyncio.StreamReader()
                self._writer = Line(server, self._reader)

        self._redis = Redis(connection_pool=ConnectionPool(connection_class=Wire, decode_responses=True))

    async def get(self, key):
        return await self._redis.get(key)
