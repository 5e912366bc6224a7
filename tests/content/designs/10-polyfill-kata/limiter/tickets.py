"""A job holds a ticket; the lowest tickets, as many as the limit, may run."""

from __future__ import annotations

import asyncio
import itertools


class Limiter:
    def __init__(self, limit):
        self._tickets = itertools.count()
        self._waiting, self._running = {}, set()
        self.limit = limit

    limit = property(lambda self: self._limit, lambda self, limit: self._set(limit))
    active = property(lambda self: len(self._running))

    def _set(self, limit):
        if limit <= 0:
            raise ValueError(limit)
        self._limit = limit
        self._admit()

    def _admit(self):
        for ticket in sorted(self._waiting):
            if len(self._running) >= self._limit:
                return
            self._running.add(ticket)
            self._waiting.pop(ticket).set()

    async def run(self, fn):
        ticket = next(self._tickets)
        bell = self._waiting[ticket] = asyncio.Event()
        try:
            self._admit()
            await bell.wait()
            return await fn()
        finally:
            self._waiting.pop(ticket, None)
            self._running.discard(ticket)
            self._admit()
