"""the timeout-around-each-wait fix

Tempting, because there is one place at which a taker sleeps, so that is where its time limit belongs. Whoever is woken in
vain sleeps again, and begins to count anew: with quick newcomers about, a second can take for ever.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from ports import ChannelClosed

Waiters = deque[asyncio.Future[None]]


class Channel:
    """At most `capacity` events wait in here: who puts one in waits for room, and who takes one waits for an event."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._events: deque[object] = deque()
        self._takers: Waiters = deque()
        self._putters: Waiters = deque()
        self._closed = False
        self._unfinished = 0
        self._all_done = asyncio.Event()
        self._all_done.set()

    async def put(self, event: object) -> None:
        """Let an event in, as soon as there is room. Raises ChannelClosed when the channel is closed before that."""
        await self._wait(self._putters, lambda: self._closed or len(self._events) < self._capacity)
        if self._closed:
            raise ChannelClosed("nothing goes in any more")
        self._events.append(event)
        self._unfinished += 1
        self._all_done.clear()
        _wake(self._takers)

    async def take(self, timeout: float | None = None) -> object:
        """Give the event that has waited longest. Raises TimeoutError when none comes in time, ChannelClosed at the end."""
        await self._wait(self._takers, lambda: self._closed or bool(self._events), timeout)
        if not self._events:
            raise ChannelClosed("there are no more events")
        event = self._events.popleft()
        _wake(self._putters)
        return event

    async def close(self) -> None:
        """Let nothing in any more. What is in here still comes out."""
        self._closed = True
        for waiters in (self._takers, self._putters):
            while waiters:
                _wake(waiters)

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

    async def _wait(self, waiters: Waiters, fine: Callable[[], bool], timeout: float | None = None) -> None:
        """Wait in that queue until all is fine, however often somebody else was quicker."""
        while not fine():
            waiter = asyncio.get_running_loop().create_future()
            waiters.append(waiter)
            try:
                async with asyncio.timeout(timeout):
                    await waiter
            except (asyncio.CancelledError, TimeoutError):
                if waiter in waiters:
                    waiters.remove(waiter)
                elif fine():
                    _wake(waiters)  # it was woken and cannot look any more: somebody else must
                raise


def _wake(waiters: Waiters) -> None:
    """Whoever waits longest; those who are about to go are passed over."""
    while waiters:
        waiter = waiters.popleft()
        if not waiter.done():
            waiter.set_result(None)
            return
