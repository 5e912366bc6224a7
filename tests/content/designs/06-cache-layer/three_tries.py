"""A future for each row that is wanted. Three tries, at once; too old rows go first; in its last moment a row is still fresh."""

from __future__ import annotations

import asyncio
import itertools
import time


class Cache:
    TRIES = 3

    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self.loader = loader
        self.young, self.old = ttl, ttl + stale
        self.capacity = capacity
        self.rows = {}  # name -> [row, when it came, when it was used]
        self.wanted = {}  # name -> (future, who waits, the task)
        self.uses = itertools.count()

    async def get(self, tenant, key):
        name = (tenant, key)
        if name in self.rows:
            row, came, _ = self.rows[name]
            age = time.monotonic() - came
            if age <= self.old:
                self.rows[name][2] = next(self.uses)
                if age > self.young and name not in self.wanted:
                    self.want(name, {"nobody"})
                return row
        future, waiting, task = self.wanted.get(name) or self.want(name, set())
        me = object()
        waiting.add(me)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            waiting.discard(me)
            if not waiting:
                self.unwant(name, future)
                task.cancel()
            raise

    async def invalidate(self, tenant, key):
        self.rows.pop((tenant, key), None)
        self.wanted.pop((tenant, key), None)

    def want(self, name, waiting):
        future = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self.fulfil(name, future))
        self.wanted[name] = future, waiting, task
        return self.wanted[name]

    def unwant(self, name, future):
        counts = name in self.wanted and self.wanted[name][0] is future
        if counts:
            del self.wanted[name]
        return counts

    async def fulfil(self, name, future):
        for tries_left in reversed(range(self.TRIES)):
            try:
                row = await self.loader.load(*name)
            except Exception as error:
                if not tries_left:
                    self.unwant(name, future)
                    future.set_exception(error)
                    future.exception()
            else:
                if self.unwant(name, future):
                    self.store(name, row)
                future.set_result(row)
                return

    def store(self, name, row):
        now = time.monotonic()
        self.rows[name] = [row, now, next(self.uses)]
        if len(self.rows) > self.capacity:
            self.rows = {name: kept for name, kept in self.rows.items() if now - kept[1] <= self.old}
        while len(self.rows) > self.capacity:
            del self.rows[min(self.rows, key=lambda name: self.rows[name][2])]
