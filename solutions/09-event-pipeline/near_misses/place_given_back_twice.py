"""the give-back-on-every-error fix

Tempting, because what was acquired has to be released, and a putter that leaves in the middle of its wait is no exception. But
it had acquired nothing yet: each one that leaves while the channel is full makes it larger by a place.
"""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Channel:
    """At most `capacity` events wait in here: who puts one in waits for room, and who takes one waits for an event."""

    def __init__(self, capacity: int) -> None:
        self._room = asyncio.Semaphore(capacity)
        self._filled = asyncio.Semaphore(0)
        self._events: deque[object] = deque()
        self._closed = False
        self._unfinished = 0
        self._all_done = asyncio.Event()
        self._all_done.set()

    async def put(self, event: object) -> None:
        """Let an event in, as soon as there is room. Raises ChannelClosed when the channel is closed before that."""
        try:
            await self._room.acquire()
            if self._closed:
                raise ChannelClosed("nothing goes in any more")
        except BaseException:
            self._room.release()
            raise
        self._events.append(event)
        self._unfinished += 1
        self._all_done.clear()
        self._filled.release()

    async def take(self, timeout: float | None = None) -> object:
        """Give the event that has waited longest. Raises TimeoutError when none comes in time, ChannelClosed at the end."""
        async with asyncio.timeout(timeout):
            await self._filled.acquire()
        if not self._events:
            self._filled.release()
            raise ChannelClosed("there are no more events")
        self._room.release()
        return self._events.popleft()

    async def close(self) -> None:
        """Let nothing in any more. What is in here still comes out; a permit goes round and lets everybody out."""
        if not self._closed:
            self._closed = True
            self._filled.release()
            self._room.release()

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
