"""Locks, semaphores, conditions, events and queues: who is woken when, and what a cancellation leaves behind."""

from __future__ import annotations

from tests.completeness.spec import Caller, Small

COUNTER = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.lock = asyncio.Lock()
    async def add(self):
        value = await self.net.get('n')
        await self.net.put('n', value + 1)
    async def add_alone(self):
        async with self.lock:
            await self.add()
    async def add_in_a_hurry(self):
        await self.lock.acquire()
        try:
            return await self.net.add('n')
        finally:
            self.lock.release()
"""

SEMAPHORE = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.room = asyncio.Semaphore(2)
        self.most = self.inside = 0
    async def visit(self, tag):
        async with self.room:
            self.inside += 1
            self.most = max(self.most, self.inside)
            try:
                await self.net.ask(tag)
            finally:
                self.inside -= 1
        return self.most
"""

CONDITION = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.changed = asyncio.Condition()
        self.stock = []
    async def take(self):
        async with self.changed:
            while not self.stock:
                await self.changed.wait()
            return self.stock.pop()
    async def bring(self, item):
        item = await self.net.ask(item)
        async with self.changed:
            self.stock.append(item)
            self.changed.notify()
"""

EVENT = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.event = asyncio.Event()
        self.order = []
    async def wait(self, tag):
        await self.event.wait()
        self.order.append(tag)
        return list(self.order)
    def fire(self):
        self.event.set()
        self.event.clear()
"""

QUEUE = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.queue = asyncio.Queue(maxsize=1)
    async def produce(self, *items):
        for item in items:
            await self.queue.put(item)
    async def consume(self):
        item = await self.queue.get()
        await self.net.ask(item)
        return item
"""

BARRIER = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.barrier = asyncio.Barrier(2)
    async def meet(self, tag):
        await self.net.ask(tag)
        try:
            return await self.barrier.wait()
        except asyncio.BrokenBarrierError:
            return 'broken'
        except asyncio.CancelledError:
            await self.barrier.abort()
            raise
"""


def two(method: str, *, cancel: bool = False) -> tuple[Caller, ...]:
    """Two callers of one method; the first may go away."""
    return (Caller("a", method, cancel=cancel), Caller("b", method))


def tagged(method: str, tags: str, *, cancel: str = "") -> tuple[Caller, ...]:
    """A caller for each letter, which is its name and its argument."""
    return tuple(Caller(tag, method, (tag,), cancel=tag in cancel) for tag in tags)


PROBE = Caller("probe", "add_alone")

LOCKS = (
    Small("a lost update", 20, COUNTER, two("add")),
    Small("a lost update with ties", 136, COUNTER, two("add"), level=1),
    Small("a lock", 6, COUNTER, two("add_alone")),
    Small("a lock and a cancellation", 153, COUNTER, two("add_alone", cancel=True), level=1),
    Small("a lock, early events", 30, COUNTER, two("add_alone"), level=2),
    Small("a lock, one early event", 106, COUNTER, two("add_in_a_hurry", cancel=True), level=2, ties="cancel", max_early=1),
    Small("a lock, a probe after it", 368, COUNTER, two("add_alone", cancel=True), level=2, early="cancel", probe=PROBE),
    Small("a semaphore", 78, SEMAPHORE, tagged("visit", "abc")),
    Small("a semaphore, one tie", 378, SEMAPHORE, tagged("visit", "abc"), level=1, max_ties=1),
    Small("a semaphore and a cancellation", 160, SEMAPHORE, tagged("visit", "abc", cancel="c"), max_cancels=2),
    Small("a condition", 12, CONDITION, (Caller("a", "take"), Caller("b", "bring", (1,))), level=2),
    Small(
        "a condition and a cancellation",
        75,
        CONDITION,
        (Caller("a", "take", cancel=True), Caller("b", "take", may_hang=True), Caller("c", "bring", (1,))),
        level=1,
        ties="cancel",
    ),
    Small("an event", 63, EVENT, (*tagged("wait", "ab", cancel="a"), Caller("c", "fire")), level=1),
    Small("an event, early cancellation", 30, EVENT, (*tagged("wait", "a", cancel="a"), Caller("c", "fire")), level=2),
    Small("a queue", 16, QUEUE, (Caller("p", "produce", (1, 2)), Caller("a", "consume"), Caller("b", "consume"))),
    Small(
        "a queue and two cancellations",
        38,
        QUEUE,
        (Caller("p", "produce", (1, 2), cancel=True), Caller("a", "consume", cancel=True)),
        level=1,
        ties="cancel",
        max_cancels=2,
    ),
    Small("a barrier that is left", 95, BARRIER, tagged("meet", "ab", cancel="a"), level=1),
)
