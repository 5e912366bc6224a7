"""An invalidation stops the load that is under way and begins it anew for those who wait; no load is ever outdated."""

from __future__ import annotations

import asyncio
from collections import OrderedDict


class Wish:
    """A row that somebody wants: a future for all, and the task that is to fulfil it, which may be replaced."""

    def __init__(self, cache, address):
        self.cache = cache
        self.address = address
        self.answer = asyncio.get_running_loop().create_future()
        self.wanted = 0
        self.refresh = False
        self.begin()

    def begin(self):
        self.task = asyncio.create_task(self.cache.loader.load(*self.address))
        self.task.add_done_callback(self.ended)

    def again(self):
        old = self.task
        old.remove_done_callback(self.ended)
        old.add_done_callback(lambda task: task.cancelled() or task.exception())
        old.cancel()
        self.begin()

    def ended(self, task):
        failed = task.cancelled() or task.exception() is not None
        if task is not self.task or self.cache.wishes.get(self.address) is not self:
            return  # outdated: this call may have been on its way already when the task was replaced or given up
        self.cache.wishes.pop(self.address)
        if failed:
            self.answer.set_exception(task.exception())
            self.answer.exception()
        else:
            self.cache.keep(self.address, task.result())
            self.answer.set_result(task.result())

    def give_up(self):
        del self.cache.wishes[self.address]
        self.answer.cancel()
        self.task.cancel()


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self.loader = loader
        self.ttl, self.stale, self.capacity = ttl, stale, capacity
        self.rows = OrderedDict()
        self.wishes = {}

    async def get(self, tenant, key):
        address = tenant, key
        if address in self.rows:
            row, came = self.rows[address]
            age = asyncio.get_running_loop().time() - came
            if age < self.ttl + self.stale:
                self.rows.move_to_end(address)
                if age >= self.ttl:
                    self.wish(address).refresh = True
                return row
        wish = self.wish(address)
        wish.wanted += 1
        try:
            return await asyncio.shield(wish.answer)
        finally:
            wish.wanted -= 1
            if not wish.wanted and not wish.refresh and not wish.answer.done():
                wish.give_up()

    async def invalidate(self, tenant, key):
        address = tenant, key
        self.rows.pop(address, None)
        if address in self.wishes:
            self.wishes[address].again()

    def wish(self, address):
        if address not in self.wishes:
            self.wishes[address] = Wish(self, address)
        return self.wishes[address]

    def keep(self, address, row):
        self.rows[address] = row, asyncio.get_running_loop().time()
        self.rows.move_to_end(address)
        while len(self.rows) > self.capacity:
            self.rows.popitem(last=False)
