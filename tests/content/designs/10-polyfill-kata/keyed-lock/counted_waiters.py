"""The entry's own waiting list is counted apart; it is dropped when neither a holder nor a waiter is left."""

from __future__ import annotations

import asyncio
import contextlib


class KeyedLock:
    """Locks, waiters and holders, each in a dictionary of its own."""

    def __init__(self):
        self._locks = {}
        self._waiting = {}
        self._holding = {}

    def __len__(self):
        return len(self._waiting.keys() | self._holding.keys())

    @contextlib.asynccontextmanager
    async def hold(self, key):
        task = asyncio.current_task()
        if self._holding.get(key) == task:
            raise RuntimeError(key)
        lock = self._locks.setdefault(key, asyncio.Lock())
        self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            await lock.acquire()
        finally:
            self._waiting[key] -= 1
            if self._waiting[key] == 0:
                del self._waiting[key]
                if not lock.locked() and key not in self._holding:
                    self._locks.pop(key, None)
        self._holding[key] = task
        try:
            yield
        finally:
            del self._holding[key]
            lock.release()
            if key not in self._waiting:
                self._locks.pop(key, None)
