"""A cache whose backend connects before its first use."""

from cashews.backends.memory import Memory
from cashews.wrapper import Cache


class Stored:
    def __init__(self, server):
        class Server(Memory):
            ready = False

            async def init(self):
                await server.connect()
                self.ready = True

            @property
            def is_init(self):
                return self.ready

        self._cache = Cache()
        self._cache._add_backend(Server)

    async def get(self, key):
        return await self._cache.get(key, default="nothing")
