"""the notify-one fix

Tempting, because one change lets one more go on, so one is woken. But takers and putters wait on the same condition, and
the one who has waited longest may be of the side that cannot use the news: it goes back to sleep, and nobody else is
told.
"""

from __future__ import annotations

import asyncio
from collections import deque

from ports import ChannelClosed


class Channel:
    """At most `capacity` events wait in here: who puts one in waits for room, and who takes one waits for an event."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._events: deque[object] = deque()
        self._closed = False
        self._unfinished = 0
        self._changed = asyncio.Condition()
        self._all_done = asyncio.Event()
        self._all_done.set()

    async def put(self, event: object) -> None:
        """Let an event in, as soon as there is room. Raises ChannelClosed when the channel is closed before that."""
        async with self._changed:
            await self._changed.wait_for(lambda: self._closed or len(self._events) < self._capacity)
            if self._closed:
                raise ChannelClosed("nothing goes in any more")
            self._events.append(event)
            self._unfinished += 1
            self._all_done.clear()
            self._changed.notify()

    async def take(self, timeout: float | None = None) -> object:
        """Give the event that has waited longest. Raises TimeoutError when none comes in time, ChannelClosed at the end."""
        async with asyncio.timeout(timeout), self._changed:
            await self._changed.wait_for(lambda: self._closed or bool(self._events))
            if not self._events:
                raise ChannelClosed("there are no more events")
            event = self._events.popleft()
            self._changed.notify()
            return event

    async def close(self) -> None:
        """Let nothing in any more. What is in here still comes out."""
        async with self._changed:
            self._closed = True
            self._changed.notify_all()

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
