"""Requests lie on a desk, and a callback of the loop deals with all of them in the next turn."""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed

CLOSED = "closed"


class Channel:
    def __init__(self, capacity):
        self.capacity = capacity
        self.inside = deque()
        self.putting = deque()
        self.taking = deque()
        self.joining = deque()
        self.closed = False
        self.lent = 0
        self.unfinished = 0
        self.called = False

    def call(self):
        if not self.called:
            self.called = True
            asyncio.get_running_loop().call_soon(self.deal)

    def deal(self):
        self.called = False
        for requests in (self.putting, self.taking, self.joining):
            waiting = [request for request in requests if not request[0].done()]
            requests.clear()
            requests.extend(waiting)
        while self.putting and self.closed:
            self.putting.popleft()[0].set_result(CLOSED)
        busy = True
        while busy:
            busy = False
            if self.putting and len(self.inside) < self.capacity:
                answer, event = self.putting.popleft()
                self.inside.append(event)
                self.unfinished += 1
                answer.set_result(None)
                busy = True
            if self.taking and self.inside:
                self.taking.popleft()[0].set_result([self.inside.popleft()])
                self.lent += 1
                busy = True
        while self.taking and self.closed and not self.lent:
            self.taking.popleft()[0].set_result(CLOSED)
        while self.joining and not self.unfinished:
            self.joining.popleft()[0].set_result(None)

    async def ask(self, desk, what=None):
        answer = asyncio.get_running_loop().create_future()
        desk.append((answer, what))
        self.call()
        try:
            found = await answer
        except asyncio.CancelledError:
            if answer.done() and not answer.cancelled() and isinstance(answer.result(), list):
                self.inside.appendleft(answer.result()[0])
                self.lent -= 1
            self.call()
            raise
        if isinstance(found, list):
            self.lent -= 1
            self.call()
        if found == CLOSED:
            raise ChannelClosed
        return found

    async def put(self, event):
        await self.ask(self.putting, event)

    async def take(self, timeout=None):
        async with asyncio.timeout(timeout):
            (event,) = await self.ask(self.taking)
            return event

    async def close(self):
        self.closed = True
        self.call()

    async def done(self):
        self.unfinished -= 1
        self.call()

    async def join(self):
        await self.ask(self.joining)

    async def __aiter__(self):
        while True:
            try:
                event = await self.take()
            except ChannelClosed:
                return
            yield event
