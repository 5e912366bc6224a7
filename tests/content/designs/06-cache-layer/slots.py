"""One slot for each row holds the row and the load; an invalidation throws the slot away. Readers wait for an event."""

from __future__ import annotations

import asyncio


class Slot:
    """`row` is None while there is none. `over` is set when the load under way has ended, whichever way."""

    def __init__(self):
        self.row = None
        self.came = 0.0
        self.error = None
        self.task = None
        self.over = None
        self.quiet = False
        self.readers = 0


class Cache:
    def __init__(self, loader, ttl=60.0, stale=0.0, capacity=1000):
        self.loader, self.ttl, self.stale, self.capacity = loader, ttl, stale, capacity
        self.slots = {}  # the one used longest ago is first; those that hold a row count for `capacity`

    async def get(self, tenant, key):
        address = tenant, key
        slot = self.slots.setdefault(address, Slot())
        age = asyncio.get_running_loop().time() - slot.came
        if slot.row is not None and age < self.ttl + self.stale:
            self.touch(address, slot)
            if age >= self.ttl and slot.task is None:
                self.begin(address, slot, quiet=True)
            return slot.row
        slot.row = None
        if slot.task is None:
            self.begin(address, slot, quiet=False)
        task, over = slot.task, slot.over
        slot.readers += 1
        try:
            await over.wait()
        finally:
            slot.readers -= 1
            if not slot.readers and slot.task is task and not slot.quiet:
                self.throw_away(address, slot)
                task.cancel()
        if task.result() is not None:
            raise task.result()
        return over.value

    async def invalidate(self, tenant, key):
        self.slots.pop((tenant, key), None)

    def throw_away(self, address, slot):
        if self.slots.get(address) is slot:
            del self.slots[address]

    def touch(self, address, slot):
        if self.slots.get(address) is slot:
            self.slots[address] = self.slots.pop(address)

    def begin(self, address, slot, quiet):
        slot.quiet, slot.over = quiet, asyncio.Event()
        slot.task = asyncio.create_task(self.load(address, slot, slot.over))

    async def load(self, address, slot, over):
        """Returns the error, if there is one, so that nobody has to be told of it."""
        try:
            value = await self.loader.load(*address)
        except Exception as error:
            slot.task = None
            if slot.row is None:
                self.throw_away(address, slot)
            over.set()
            return error
        slot.task = None
        slot.row = over.value = value
        slot.came = asyncio.get_running_loop().time()
        self.touch(address, slot)
        self.make_room()
        over.set()
        return None

    def make_room(self):
        kept = [address for address, slot in self.slots.items() if slot.row is not None]
        for address in kept[: max(0, len(kept) - self.capacity)]:
            slot = self.slots[address]
            slot.row = None
            if slot.task is None:
                del self.slots[address]
