"""the pass-the-wakeup-on fix

Tempting, because it is how asyncio's own queue does it: who is woken and leaves wakes the next one, and a close wakes both
sides. A newcomer may still look first, and its item goes ahead of those that wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from typing import Any


class Closed(Exception):
    """The channel is closed: nothing more goes in, or nothing more comes out."""


class Channel:
    """Holds at most `capacity` items between senders and receivers."""

    def __init__(self, capacity: int) -> None:
        if capacity < 1:
            raise ValueError(f"capacity must be 1 or more, not {capacity}")
        self._capacity = capacity
        self._items: deque[Any] = deque()
        self._closed = False
        self._receivers: deque[asyncio.Future[None]] = deque()
        self._senders: deque[asyncio.Future[None]] = deque()

    async def send(self, item: Any) -> None:
        """Put an item in, and wait for room if need be. Raises Closed."""
        while len(self._items) >= self._capacity and not self._closed:
            await self._wait(self._senders)
        if self._closed:
            raise Closed
        self._items.append(item)
        self._wake(self._receivers)

    async def receive(self) -> Any:
        """Take the oldest item out, and wait for one if need be. Raises Closed when none can come any more."""
        while not self._items:
            if self._closed:
                raise Closed
            await self._wait(self._receivers)
        item = self._items.popleft()
        self._wake(self._senders)
        return item

    def close(self) -> None:
        """Let nothing more in. What is in it can still be received."""
        self._closed = True
        for waiters in (self._receivers, self._senders):
            while waiters:
                self._wake(waiters)

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Every item, to the end."""
        try:
            while True:
                yield await self.receive()
        except Closed:
            return

    async def _wait(self, waiters: deque[asyncio.Future[None]]) -> None:
        waiter = asyncio.get_running_loop().create_future()
        waiters.append(waiter)
        try:
            await waiter
        except asyncio.CancelledError:
            if not waiter.cancelled():
                self._wake(waiters)
            raise

    def _wake(self, waiters: deque[asyncio.Future[None]]) -> None:
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break
