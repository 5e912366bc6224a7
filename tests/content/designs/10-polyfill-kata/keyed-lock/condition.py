"""One condition for all keys, and numbers that say whose turn it is."""

from __future__ import annotations

import asyncio
import contextlib
import itertools


class KeyedLock:
    """Who has the lowest number of a key holds it."""

    def __init__(self):
        self._numbers = itertools.count()
        self._lines = {}
        self._bells = {}

    def __len__(self):
        return len(self._lines)

    @contextlib.asynccontextmanager
    async def hold(self, key):
        task = asyncio.current_task()
        line = self._lines.setdefault(key, {})
        if line and line[min(line)] is task:
            raise RuntimeError("held already")
        number = next(self._numbers)
        line[number] = task
        try:
            while min(line) != number:
                bell = self._bells.setdefault(key, asyncio.Event())
                await bell.wait()
            yield
        finally:
            del line[number]
            if not line:
                del self._lines[key]
            if key in self._bells:
                self._bells.pop(key).set()
