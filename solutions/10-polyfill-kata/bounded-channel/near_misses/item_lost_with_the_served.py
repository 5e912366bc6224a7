"""the hand-the-item-over fix

Tempting, because an item in the receiver's own future cannot be stolen, and the order is right. A receiver that is cancelled
with an item in its future takes it along, and nobody will ever see it.
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
        self._receivers: deque[asyncio.Future[Any]] = deque()
        self._senders: deque[tuple[asyncio.Future[None], Any]] = deque()

    async def send(self, item: Any) -> None:
        """Put an item in, and wait for room if need be. Raises Closed."""
        if self._closed:
            raise Closed
        if self._gave(item):
            return
        if len(self._items) < self._capacity:
            self._items.append(item)
            return
        room = asyncio.get_running_loop().create_future()
        self._senders.append((room, item))
        await room

    async def receive(self) -> Any:
        """Take the oldest item out, and wait for one if need be. Raises Closed when none can come any more."""
        if self._items:
            item = self._items.popleft()
            self._let_one_in()
            return item
        if self._closed:
            raise Closed
        given = asyncio.get_running_loop().create_future()
        self._receivers.append(given)
        return await given

    def close(self) -> None:
        """Let nothing more in. What is in it can still be received."""
        self._closed = True
        for waiter in (*self._receivers, *(room for room, _ in self._senders)):
            if not waiter.done():
                waiter.set_exception(Closed())
                waiter.exception()  # looked at, even if its owner is being cancelled
        self._receivers.clear()
        self._senders.clear()

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Every item, to the end."""
        try:
            while True:
                yield await self.receive()
        except Closed:
            return

    def _gave(self, item: Any) -> bool:
        """Give the item to the first receiver that still waits, if there is one."""
        while self._receivers:
            given = self._receivers.popleft()
            if not given.done():
                given.set_result(item)
                return True
        return False

    def _let_one_in(self) -> None:
        """Put in the item of the first sender that still waits."""
        while self._senders and len(self._items) < self._capacity:
            room, item = self._senders.popleft()
            if not room.done():
                self._items.append(item)
                room.set_result(None)
