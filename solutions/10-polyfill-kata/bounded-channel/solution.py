"""Items and room are handed over: to a receiver the item itself, to a sender the place, by putting its item in for it.

So a newcomer finds nothing that is meant for somebody, and nobody has to look again. The price is what to do with those who
leave after they were served: a receiver has to put its item back.
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
        try:
            return await given
        except asyncio.CancelledError:
            # Served and cancelled in one turn of the loop: the item goes to the next, or back to the front.
            if not given.cancelled() and given.exception() is None and not self._gave(given.result()):
                self._items.appendleft(given.result())
            raise

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
