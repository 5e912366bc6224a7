"""the hand-it-over fix

Tempting, because an event that is given to the one who has waited longest cannot be snatched by a newcomer. Between being
given and being taken there is a turn, and a taker that goes away in it, or whose time is up, has the event on it.
"""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Taker:
    """Who waits for an event. `answer` tells whether there is one, and `event` is it."""

    def __init__(self) -> None:
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.event: object = None


class Putter:
    """Who waits for room. `answer` tells whether the event went in."""

    def __init__(self, event: object) -> None:
        self.answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.event = event


class Channel:
    """At most `capacity` events wait in here: who puts one in waits for room, and who takes one waits for an event."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._events: deque[object] = deque()
        self._takers: deque[Taker] = deque()
        self._putters: deque[Putter] = deque()
        self._closed = False
        self._unfinished = 0
        self._all_done = asyncio.Event()
        self._all_done.set()

    async def put(self, event: object) -> None:
        """Let an event in, as soon as there is room. Raises ChannelClosed when the channel is closed before that."""
        if self._closed:
            raise ChannelClosed("nothing goes in any more")
        putter = Putter(event)
        self._putters.append(putter)
        self._settle()
        if not await putter.answer:
            raise ChannelClosed("nothing goes in any more")

    async def take(self, timeout: float | None = None) -> object:
        """Give the event that has waited longest. Raises TimeoutError when none comes in time, ChannelClosed at the end."""
        taker = Taker()
        self._takers.append(taker)
        self._settle()
        async with asyncio.timeout(timeout):
            found = await taker.answer
        if not found:
            raise ChannelClosed("there are no more events")
        return taker.event

    async def close(self) -> None:
        """Let nothing in any more. What is in here still comes out."""
        self._closed = True
        for putter in self._putters:
            if not putter.answer.done():
                putter.answer.set_result(False)
        self._putters.clear()
        self._settle()

    async def done(self) -> None:
        """An event that was taken is dealt with."""
        self._unfinished -= 1
        if self._unfinished == 0:
            self._all_done.set()

    async def join(self) -> None:
        """Wait until every event is dealt with."""
        await self._all_done.wait()

    def __aiter__(self) -> Channel:
        return self

    async def __anext__(self) -> object:
        try:
            return await self.take()
        except ChannelClosed:
            raise StopAsyncIteration from None

    def _settle(self) -> None:
        """Hand over what can be handed over, in both directions."""
        self._takers = deque(taker for taker in self._takers if not taker.answer.done())
        self._putters = deque(putter for putter in self._putters if not putter.answer.done())
        while (self._takers and self._events) or (self._putters and len(self._events) < self._capacity):
            if self._takers and self._events:
                taker = self._takers.popleft()
                taker.event = self._events.popleft()
                taker.answer.set_result(True)
            else:
                self._let_in(self._putters.popleft())
        if self._closed:
            while self._takers:
                self._takers.popleft().answer.set_result(False)

    def _let_in(self, putter: Putter) -> None:
        self._events.append(putter.event)
        self._unfinished += 1
        self._all_done.clear()
        putter.answer.set_result(True)
