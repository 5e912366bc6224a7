"""One worker for each row that is wanted: it takes questions from a queue, and ends when there are none."""

from __future__ import annotations

import asyncio
from collections import OrderedDict


class Worker:
    """Loads one row for whoever asks in the meantime. `dead` once it must not be asked any more."""

    def __init__(self, cache, address):
        self.cache = cache
        self.address = address
        self.asking = []
        self.quiet = False
        self.dead = False
        self.task = asyncio.create_task(self.work())

    async def ask(self):
        question = asyncio.get_running_loop().create_future()
        self.asking.append(question)
        try:
            return await question
        except asyncio.CancelledError:
            self.asking.remove(question)
            if not self.asking and not self.quiet:
                self.retire()
                self.task.cancel()
            raise

    def retire(self):
        self.dead = True
        self.cache.workers.pop(self.address, None) if self.cache.workers.get(self.address) is self else None

    async def work(self):
        try:
            row = await self.cache.loader.load(*self.address)
        except Exception as error:
            self.retire()
            for question in self.asking:
                if not question.done():
                    question.set_exception(error)
        else:
            if not self.dead:
                self.cache.keep(self.address, row)
            self.retire()
            for question in self.asking:
                if not question.done():
                    question.set_result(row)


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self.loader = loader
        self.ttl = ttl
        self.stale = stale
        self.capacity = capacity
        self.rows = OrderedDict()
        self.workers = {}

    async def get(self, tenant, key):
        address = tenant, key
        row, came = self.rows.get(address, ("", float("-inf")))
        age = asyncio.get_running_loop().time() - came
        if age < self.ttl + self.stale:
            self.rows.move_to_end(address)
            if age >= self.ttl and address not in self.workers:
                self.worker(address).quiet = True
            return row
        return await self.worker(address).ask()

    async def invalidate(self, tenant, key):
        self.rows.pop((tenant, key), None)
        if (tenant, key) in self.workers:
            self.workers[tenant, key].retire()

    def worker(self, address):
        if address not in self.workers:
            self.workers[address] = Worker(self, address)
        return self.workers[address]

    def keep(self, address, row):
        self.rows[address] = row, asyncio.get_running_loop().time()
        self.rows.move_to_end(address)
        while len(self.rows) > self.capacity:
            self.rows.popitem(last=False)
