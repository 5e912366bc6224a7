"""Two instances with memory of their own, one that dies, and flows that are alike."""

from __future__ import annotations

from tests.completeness.spec import Caller, Small

SERVICE = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.lock = asyncio.Lock()
        self.count = 0
    async def add(self):
        async with self.lock:
            value = await self.net.get('n')
            await self.net.put('n', value + 1)
        self.count += 1
        return self.count
    async def pay(self):
        await self.net.add('paid')
        await asyncio.sleep(1)
        try:
            return await self.net.add('sent')
        finally:
            self.count += 1
            await self.net.add('never by the dead')
    async def at_once(self):
        return await self.net.add('paid')
    async def both(self):
        return await asyncio.gather(self.net.add('paid'), self.net.write('sent', 1))
    async def resume(self):
        return await self.net.get('paid') - await self.net.get('sent')
"""

BOTH = (Caller("a", "add"), Caller("b", "add", process="B"))
NEXT = Caller("next", "resume", process="main #2")
AFTER = Caller("next", "add", process="main #2")

PROCESSES = (
    Small("two processes", 20, SERVICE, BOTH),
    Small(
        "two processes, and ties in each",
        450,
        SERVICE,
        (Caller("a", "at_once"), BOTH[1], Caller("c", "at_once")),
        level=1,
        max_ties=1,
    ),
    Small(
        "two processes, a cancellation",
        403,
        SERVICE,
        (Caller("a", "add", cancel=True), BOTH[1]),
        level=2,
        ties="none",
        max_early=1,
    ),
    Small("a kill", 8, SERVICE, (Caller("a", "pay"),), kill="main", successor=NEXT),
    Small("a kill of two flows", 50, SERVICE, (Caller("a", "add"), Caller("b", "add")), kill="main", successor=AFTER),
    Small("a kill with two calls in flight", 15, SERVICE, (Caller("a", "both"),), kill="main", successor=NEXT),
    Small("a kill of one process of two", 30, SERVICE, (Caller("a", "at_once"), BOTH[1]), kill="main"),
    Small("a kill after a cancellation", 33, SERVICE, (Caller("a", "pay", cancel=True),), kill="main", level=1),
    Small("alike", 75, SERVICE, tuple(Caller(n, "at_once") for n in "abc"), level=1, max_ties=1, alike=("a", "b", "c")),
    Small("alike behind a lock", 12, SERVICE, tuple(Caller(n, "add") for n in "abc"), alike=("a", "b", "c")),
)
