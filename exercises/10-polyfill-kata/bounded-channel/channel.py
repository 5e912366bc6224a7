"""A bounded channel: a queue with an end, where senders wait when it is full."""

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
        while len(self._items) >= self._capacity:
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
        while self._receivers:
            self._wake(self._receivers)

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
        await waiter

    def _wake(self, waiters: deque[asyncio.Future[None]]) -> None:
        if waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
