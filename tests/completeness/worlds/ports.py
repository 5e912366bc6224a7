"""What calls can do: fail, be lost, land late, come back late; streams, gates, scripts."""

from __future__ import annotations

from tests.completeness.spec import Caller, Small

CALLS = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.seen = []
    async def ask(self, tag):
        return await self.net.ask(tag)
    async def pay(self):
        return await self.net.add('paid')
    async def pay_again(self):
        for _ in range(2):
            try:
                return await self.net.add('paid')
            except ConnectionError:
                pass
        return 'gave up'
    async def take(self):
        try:
            return await self.net.take('stock')
        except ValueError:
            return 'none left'
    async def overwrite(self, value):
        await self.net.write('n', value)
        return await self.net.read('n')
    async def surely(self):
        await self.net.surely('n')
        return await self.net.get('n')
    async def atomic(self):
        await self.net.atomic('n')
        return await self.net.atomic('n')
    async def read_all(self):
        async for item in self.net.items():
            self.seen.append(item)
        return list(self.seen)
    async def pass_gate(self):
        return await self.net.pass_gate('through')
    async def open_gate(self):
        await self.net.put('open', True)
    async def compute(self):
        return await asyncio.to_thread(sum, [1, 2]) + await self.net.get('n')
    def look(self):
        return list(self.seen)
    async def drop(self):
        task = asyncio.create_task(self.net.surely('n'))
        await asyncio.sleep(0)
        task.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        self.seen.append('dropped')
    async def give_up_writing(self):
        task = asyncio.create_task(self.net.write('n', 7))
        await asyncio.sleep(0)
        await self.net.ask('x')
        task.cancel()
        return await self.net.read('n')
"""

SCRIPT = (("call", "pay"), ("call", "ask", 2), ("call", "take"))
TOGETHER = (("together", ("call", "ask", 1), ("call", "take")), ("call", "look"))

PORTS = (
    Small("a call that may fail", 16, CALLS, (Caller("a", "pay_again"), Caller("b", "ask", (1,))), fails={"add": ()}),
    Small("a call that may be lost", 2, CALLS, (Caller("a", "pay_again"),), level=2, loses={"add": ("a",)}),
    Small(
        "two faults, two kinds",
        224,
        CALLS,
        (Caller("a", "pay_again", cancel=True), Caller("b", "pay")),
        fails={"add": ("a",)},
        loses={"add": ("a", "b")},
        max_faults=2,
    ),
    Small(
        "a refusal", 66, CALLS, (Caller("a", "take"), Caller("b", "take")), level=1, store={"stock": 1}, loses={"take": ()}
    ),
    Small("split calls", 252, CALLS, (Caller("a", "overwrite", (1,)), Caller("b", "overwrite", (2,)))),
    Small(
        "split calls, cancelled and lost",
        109,
        CALLS,
        (Caller("a", "overwrite", (1,), cancel=True), Caller("b", "look")),
        level=1,
        loses={"write": ()},
    ),
    Small("split calls, early", 21, CALLS, (Caller("a", "overwrite", (1,), cancel=True),), level=2),
    Small("a late landing between others", 94, CALLS, (Caller("a", "give_up_writing"), Caller("b", "look")), level=1),
    Small("a late landing before idle", 29, CALLS, (Caller("a", "give_up_writing"),), level=2),
    Small("a call that lands surely", 56, CALLS, (Caller("a", "surely", cancel=True), Caller("b", "look")), level=1),
    Small(
        "a call that lands at once or never", 311, CALLS, (Caller("a", "atomic", cancel=True), Caller("b", "pay")), level=1
    ),
    Small("a landing before idle", 4, CALLS, (Caller("a", "drop"),), level=2),
    Small("a stream", 93, CALLS, (Caller("a", "read_all", cancel=True), Caller("b", "look")), level=1),
    Small("a stream, early", 235, CALLS, (Caller("a", "read_all", cancel=True), Caller("b", "look")), level=2, max_early=1),
    Small("a gate", 50, CALLS, (Caller("a", "pass_gate", cancel=True), Caller("b", "open_gate")), level=1),
    Small("work in a thread", 30, CALLS, (Caller("a", "compute", cancel=True), Caller("b", "pay"))),
    Small("a script", 391, CALLS, (Caller("a", steps=SCRIPT, cancel=True), Caller("b", "take")), level=1, ties="cancel"),
    Small("a script, early", 23, CALLS, (Caller("a", steps=SCRIPT[:2], cancel=True),), level=2),
    Small("together", 112, CALLS, (Caller("a", steps=TOGETHER, cancel=True), Caller("b", "look")), ties="cancel", level=1),
    Small("together, early", 85, CALLS, (Caller("a", steps=TOGETHER[:1], cancel=True),), level=2),
)
