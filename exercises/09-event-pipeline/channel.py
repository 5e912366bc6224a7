"""The channel between those who collect events and the workers that store them, one for each instance of the service."""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from ports import ChannelClosed

log = logging.getLogger(__name__)


class Channel:
    """At most `capacity` events wait in here: who puts one in waits for room, and who takes one waits for an event."""

    def __init__(self, capacity: int) -> None:
        self._events: deque[object] = deque()
        self._room = asyncio.Semaphore(capacity)
        self._takers: deque[asyncio.Future[None]] = deque()
        self._closed = False
        self._unfinished = 0
        self._all_done = asyncio.Event()
        self._all_done.set()

    async def put(self, event: object) -> None:
        """Let an event in, as soon as there is room."""
        if self._closed:
            log.warning("the channel is closed: %r", event)
            return
        self._unfinished += 1
        self._all_done.clear()
        await self._room.acquire()
        self._events.append(event)
        self._wake_taker()

    async def take(self, timeout: float | None = None) -> object:
        """Give the event that has waited longest. Raises TimeoutError when none comes in time."""
        try:
            async with asyncio.timeout(timeout):
                return await self._next()
        finally:
            self._room.release()

    async def close(self) -> None:
        """Let nothing in any more. What is in here still comes out."""
        self._closed = True
        while self._takers:
            self._wake_taker()

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

    async def _next(self) -> object:
        if not self._events and not self._closed:
            taker = asyncio.get_running_loop().create_future()
            self._takers.append(taker)
            await taker
        if not self._events:
            raise ChannelClosed("there are no more events")
        return self._events.popleft()

    def _wake_taker(self) -> None:
        """Whoever waits longest; those who have gone in the meantime are passed over."""
        while self._takers:
            taker = self._takers.popleft()
            if not taker.done():
                taker.set_result(None)
                return
