"""A version number for each row; who waited for an outdated load goes round again. Shielded task, counted readers."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self.loader, self.ttl, self.stale, self.capacity = loader, ttl, stale, capacity
        self.rows = {}
        self.version = defaultdict(int)
        self.tasks = {}
        self.readers = defaultdict(int)
        self.background = set()
        self.clock = 0

    async def get(self, tenant, key):
        row = (tenant, key)
        found = self.rows.get(row)
        if found is not None:
            age = time.monotonic() - found[1]
            if age < self.ttl + self.stale:
                found[2] = self.tick()
                if age >= self.ttl and (row, self.version[row]) not in self.tasks:
                    self.background.add(self.start(row))
                return found[0]
        while True:
            version = self.version[row]
            value = await self.joined(row, version)
            if version == self.version[row]:
                return value

    async def invalidate(self, tenant, key):
        self.version[tenant, key] += 1
        self.rows.pop((tenant, key), None)

    def tick(self):
        self.clock += 1
        return self.clock

    def start(self, row):
        version = self.version[row]
        task = asyncio.ensure_future(self.load(row, version))
        self.tasks[row, version] = task
        task.add_done_callback(lambda done: self.done(row, version, done))
        return task

    def done(self, row, version, task):
        if self.tasks.get((row, version)) is task:
            del self.tasks[row, version]
        self.background.discard(task)
        if not task.cancelled():
            task.exception()

    async def load(self, row, version):
        task = asyncio.current_task()
        try:
            value = await self.loader.load(tenant=row[0], key=row[1])
        finally:
            if self.tasks.get((row, version)) is task:
                del self.tasks[row, version]
        if version == self.version[row]:
            self.rows[row] = [value, time.monotonic(), self.tick()]
            if len(self.rows) > self.capacity:
                del self.rows[min(self.rows, key=lambda each: self.rows[each][2])]
        return value

    async def joined(self, row, version):
        task = self.tasks.get((row, version)) or self.start(row)
        self.readers[task] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self.readers[task] -= 1
            if not self.readers[task]:
                del self.readers[task]
                if task not in self.background and not task.done():
                    del self.tasks[row, version]
                    task.cancel()
