"""A client with one connection."""

try:
    import httpcore2 as httpcore
except ImportError:
    import httpcore


class Stream(httpcore.AsyncNetworkStream):
    def __init__(self, net):
        self._net = net

    async def read(self, max_bytes, timeout=None):
        return await self._net.read()

    async def write(self, buffer, timeout=None):
        pass

    async def aclose(self):
        pass

    def get_extra_info(self, info):
        return None


class Backend(httpcore.AsyncNetworkBackend):
    def __init__(self, net):
        self._net = net

    async def connect_tcp(self, host, port, timeout=None, local_address=None, socket_options=None):
        return Stream(self._net)


class Client:
    def __init__(self, net):
        self._pool = httpcore.AsyncConnectionPool(max_connections=1, network_backend=Backend(net))

    async def get(self, path):
        response = await self._pool.request("GET", f"http://example.org/{path}")
        return response.status

    async def aclose(self):
        await self._pool.aclose()
