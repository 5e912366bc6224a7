"""A deque of waiters for each key; whoever leaves hands the key to the first who still waits."""

from __future__ import annotations

import asyncio
import collections


class KeyedLock:
    """A line for each key; its first is the holder."""

    def __init__(self):
        self._lines = {}

    def __len__(self):
        return len(self._lines)

    def hold(self, key):
        return _Hold(self._lines, key)


class _Hold:
    def __init__(self, lines, key):
        self._lines, self._key = lines, key

    async def __aenter__(self):
        line = self._lines.setdefault(self._key, collections.deque())
        me = (asyncio.current_task(), asyncio.Event())
        if line and line[0][0] is me[0]:
            raise RuntimeError(f"already holding {self._key}")
        line.append(me)
        self._me = me
        if line[0] is not me:
            try:
                await me[1].wait()
            except asyncio.CancelledError:
                self._leave()
                raise

    async def __aexit__(self, *error):
        self._leave()

    def _leave(self):
        line = self._lines[self._key]
        was_first = line[0] is self._me
        line.remove(self._me)
        if not line:
            del self._lines[self._key]
        elif was_first:
            line[0][1].set()
