"""the wake-everybody-at-the-close fix

Tempting, because a close now wakes both sides, and each looks again. A sender looks for room only: when somebody has made
some, its item goes in behind the end.
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
        self._sending = asyncio.Lock()
        self._receiving = asyncio.Lock()
        self._changed = asyncio.Event()

    async def send(self, item: Any) -> None:
        """Put an item in, and wait for room if need be. Raises Closed."""
        async with self._sending:
            if self._closed:
                raise Closed
            while len(self._items) >= self._capacity:
                await self._change()
            self._items.append(item)
            self._tell()

    async def receive(self) -> Any:
        """Take the oldest item out, and wait for one if need be. Raises Closed when none can come any more."""
        async with self._receiving:
            while not self._items:
                if self._closed:
                    raise Closed
                await self._change()
            item = self._items.popleft()
            self._tell()
            return item

    def close(self) -> None:
        """Let nothing more in. What is in it can still be received."""
        self._closed = True
        self._tell()

    async def __aiter__(self) -> AsyncIterator[Any]:
        """Every item, to the end."""
        try:
            while True:
                yield await self.receive()
        except Closed:
            return

    async def _change(self) -> None:
        """Wait for the next change."""
        await self._changed.wait()

    def _tell(self) -> None:
        """Wake those who wait for a change now, and nobody who comes later."""
        self._changed.set()
        self._changed = asyncio.Event()
