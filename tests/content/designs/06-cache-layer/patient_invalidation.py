"""An invalidation lets the load that is under way end before it forgets the row. Readers are done callbacks of one task."""

from __future__ import annotations

import asyncio
from collections import OrderedDict


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self._loader = loader
        self._ttl = ttl
        self._stale = stale
        self._capacity = capacity
        self._rows = OrderedDict()
        self._tasks = {}
        self._readers = {}

    async def get(self, tenant, key):
        name = (tenant, key)
        found = self._rows.get(name)
        age = float("inf") if found is None else asyncio.get_running_loop().time() - found[1]
        if age < self._ttl + self._stale:
            self._rows.move_to_end(name)
            if age >= self._ttl and name not in self._tasks:
                self._start(name)
                self._readers[self._tasks[name]] = {None}  # nobody, who never leaves
            return found[0]
        self._rows.pop(name, None)
        task = self._tasks.get(name) or self._start(name)
        turn = asyncio.get_running_loop().create_future()
        self._readers[task].add(turn)
        try:
            await turn
        finally:
            readers = self._readers.get(task, {None})
            readers.discard(turn)
            if not readers:
                self._end(name, task)
                task.cancel()
        return task.result()

    async def invalidate(self, tenant, key):
        name = (tenant, key)
        while name in self._tasks:
            await asyncio.wait([self._tasks[name]])
        self._rows.pop(name, None)

    def _start(self, name):
        task = self._tasks[name] = asyncio.create_task(self._load(name))
        self._readers[task] = set()
        task.add_done_callback(self._tell)
        return task

    def _end(self, name, task):
        if self._tasks.get(name) is task:
            del self._tasks[name]

    def _tell(self, task):
        for turn in self._readers.pop(task):
            if turn is not None and not turn.done():
                turn.set_result(None)
        if not task.cancelled():
            task.exception()

    async def _load(self, name):
        task = asyncio.current_task()
        try:
            row = await self._loader.load(*name)
            if self._tasks.get(name) is task:
                self._rows[name] = row, asyncio.get_running_loop().time()
                self._rows.move_to_end(name)
                if len(self._rows) > self._capacity:
                    self._rows.popitem(last=False)
            return row
        finally:
            self._end(name, task)
