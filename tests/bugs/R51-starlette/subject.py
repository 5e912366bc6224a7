"""A service that answers at once and sends its mail in the background."""

import asyncio

from starlette.background import BackgroundTask
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.responses import PlainTextResponse


class Stamp(BaseHTTPMiddleware):
    async def dispatch(self, request, call_next):
        response = await call_next(request)
        response.headers["x-stamp"] = "seen"
        return response


class Service:
    def __init__(self, net, mailer):
        self._net = net
        self._mailer = mailer
        self._app = Stamp(self._endpoint)

    async def sign_up(self, name):
        scope = {"type": "http", "method": "POST", "path": "/", "query_string": b"", "headers": [], "name": name}
        asked = [{"type": "http.request", "body": b"", "more_body": False}]
        answered = asyncio.Event()
        statuses = []

        async def receive():
            if asked:
                return asked.pop()
            await answered.wait()
            return {"type": "http.disconnect"}

        async def send(message):
            await self._net.send(message["type"])
            statuses.append(message.get("status"))
            if message["type"] == "http.response.body" and not message.get("more_body"):
                answered.set()

        await self._app(scope, receive, send)
        return statuses[0]

    async def _endpoint(self, scope, receive, send):
        response = PlainTextResponse("welcome", background=BackgroundTask(self._mail, scope["name"]))
        await response(scope, receive, send)

    async def _mail(self, name):
        await self._mailer.write(name)
        await self._mailer.send(name)
