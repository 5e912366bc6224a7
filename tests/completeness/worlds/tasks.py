"""Tasks that are made, gathered, grouped, shielded, superseded."""

from __future__ import annotations

from tests.completeness.spec import Caller, Small
from tests.completeness.worlds.locks import tagged

GATHER = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
    async def both(self):
        return await asyncio.gather(self.net.ask(1), self.net.ask(2))
    async def either_way(self):
        return await asyncio.gather(self.net.ask(1), self.net.add('n'), return_exceptions=True)
    async def first(self):
        tasks = [asyncio.create_task(self.net.ask(tag)) for tag in (1, 2)]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)
        return sorted(task.result() for task in done)
    async def as_they_come(self):
        tasks = [asyncio.create_task(self.net.ask(tag)) for tag in (1, 2)]
        return [await each for each in asyncio.as_completed(tasks)]
"""

GROUP = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.done = []
    async def one(self, tag):
        try:
            await self.net.ask(tag)
            self.done.append(tag)
        except asyncio.CancelledError:
            self.done.append(-tag)
            raise
    async def all(self):
        async with asyncio.TaskGroup() as group:
            for tag in (1, 2):
                group.create_task(self.one(tag))
        return self.done
    async def told(self):
        try:
            await self.all()
        except* ConnectionError:
            self.done.append('down')
        return self.done
"""

SHIELD = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.tasks = set()
    async def save(self):
        task = asyncio.create_task(self.net.add('n'))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)
    async def clean(self):
        try:
            await self.net.ask('work')
        finally:
            await asyncio.shield(self.net.surely('cleaned'))
"""

LATEST = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.task = None
        self.shown = None
    async def search(self, text):
        if self.task is not None:
            self.task.cancel()
        self.task = task = asyncio.create_task(self.net.ask(text))
        try:
            self.shown = await task
        except asyncio.CancelledError:
            if self.task is task:
                raise
        return self.shown
"""

SHARED = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.loading = None
    async def get(self):
        if self.loading is None:
            self.loading = asyncio.ensure_future(self.net.get('n'))
        return await self.loading
    async def leak(self):
        self.kept = asyncio.create_task(asyncio.Event().wait())
    async def lose(self):
        asyncio.create_task(self.net.take('nothing'))
        await asyncio.sleep(0)
    async def swallow(self):
        try:
            return await self.net.ask('x')
        except asyncio.CancelledError:
            return 'as if nothing had been'
    async def spin_long(self):
        for _ in range(15):
            await asyncio.sleep(0)
    async def spin(self):
        for _ in range(3):
            await asyncio.sleep(0)
        return await self.net.ask('spun')
"""

TASKS = (
    Small("gather", 16, GATHER, (Caller("a", "both", cancel=True),), level=1),
    Small("gather, early", 56, GATHER, (Caller("a", "both", cancel=True),), level=2, max_early=1),
    Small("gather with exceptions", 31, GATHER, (Caller("a", "either_way", cancel=True),), level=1, fails={"add": ()}),
    Small("the first of two", 12, GATHER, (Caller("a", "first"),), level=2),
    Small("the first of two, cancelled", 9, GATHER, (Caller("a", "first", cancel=True),), level=1, ties="cancel"),
    Small("as completed", 19, GATHER, (Caller("a", "as_they_come", cancel=True),), level=1),
    Small("a task group", 38, GROUP, (Caller("a", "all", cancel=True),), level=2, early="cancel"),
    Small("a task group that aborts", 26, GROUP, (Caller("a", "told"),), level=2, fails={"ask": ()}),
    Small(
        "a task group that aborts and is cancelled",
        32,
        GROUP,
        (Caller("a", "told", cancel=True),),
        level=1,
        fails={"ask": ()},
    ),
    Small("a shielded call", 16, SHIELD, (Caller("a", "save", cancel=True), Caller("b", "save"))),
    Small("a shielded call, early", 12, SHIELD, (Caller("a", "save", cancel=True),), level=2),
    Small("a shielded end", 18, SHIELD, (Caller("a", "clean", cancel=True),), level=2, max_cancels=2),
    Small("only the latest", 26, LATEST, tagged("search", "ab"), level=2, max_early=1),
    Small("only the latest, cancelled", 32, LATEST, tagged("search", "ab", cancel="ab"), level=1, ties="cancel"),
    Small("a shared future", 30, SHARED, (Caller("a", "get", cancel=True), Caller("b", "get")), level=1),
    Small("a leak", 3, SHARED, (Caller("a", "leak"), Caller("b", "get"))),
    Small("a lost exception", 1, SHARED, (Caller("a", "lose"),), level=2),
    Small(
        "a swallowed cancellation, no early event", 5, SHARED, (Caller("a", "swallow", cancel=True),), level=2, early="none"
    ),
    Small("a swallowed cancellation", 5, SHARED, (Caller("a", "swallow", cancel=True),), level=1),
    Small(
        "turns without an event", 354, SHARED, (Caller("a", "spin", cancel=True), Caller("b", "spin")), level=2, max_early=1
    ),
    Small("many turns", 18, SHARED, (Caller("a", "spin_long", cancel=True),), level=2),
    Small(
        "a predecessor",
        10,
        SHARED,
        (Caller("a", "spin", cancel=True), Caller("b", "get", after=("a",))),
        level=2,
        early="cancel",
    ),
)
