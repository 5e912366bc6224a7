"""Sleeps, timeouts, latencies: time moves to the next timer when nothing else may come, or at any time."""

from __future__ import annotations

from tests.completeness.spec import Caller, Small

TIMERS_SOURCE = """
import asyncio

class Service:
    def __init__(self, net):
        self.net = net
        self.log = []
    async def sleep(self, tag, *delays):
        for delay in delays:
            await asyncio.sleep(delay)
            self.log.append(tag)
        return list(self.log)
    async def ask_in_time(self):
        try:
            async with asyncio.timeout(1):
                return await self.net.ask('x')
        except TimeoutError:
            return 'too late'
    async def pay_in_time(self):
        try:
            return await asyncio.wait_for(self.net.add('paid'), 1)
        except TimeoutError:
            return 'too late'
    async def hedge(self):
        first = asyncio.create_task(self.net.slow('first'))
        done, _ = await asyncio.wait([first], timeout=0.1)
        if done:
            return first.result()
        second = asyncio.create_task(self.net.fast('second'))
        done, rest = await asyncio.wait([first, second], return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        return sorted(task.result() for task in done)
    async def slow(self, tag):
        return await self.net.slow(tag)
    async def slowly(self):
        await self.net.slowly('n')
        return await self.net.slowly('n')
    async def beat(self, times):
        for _ in range(times):
            await asyncio.sleep(1)
            self.log.append('beat')
        return len(self.log)
    async def look(self):
        return len(self.log)
    async def short(self):
        async with asyncio.timeout(0.2):
            await asyncio.sleep(0)
        self.log.append('short')
        await asyncio.sleep(0)
    async def retry(self):
        for number in range(3):
            try:
                return await self.net.add('n')
            except ConnectionError:
                await asyncio.sleep(2 ** number)
        return 'gave up'
"""


def small(name: str, schedules: int, *callers: Caller, **more: object) -> Small:
    return Small(name, schedules, TIMERS_SOURCE, callers, **more)  # type: ignore[arg-type]


TIMERS = (
    small("sleeps of two", 5, Caller("a", "sleep", ("a", 1, 1)), Caller("b", "sleep", ("b", 1))),
    small("sleeps of two, last", 2, Caller("a", "sleep", ("a", 1, 1)), Caller("b", "sleep", ("b", 1)), timers="last"),
    small("a sleep and a cancellation", 125, Caller("a", "sleep", ("a", 1, 2), cancel=True), Caller("b", "look"), level=2),
    small("a timeout, timers idle", 26, Caller("a", "ask_in_time", cancel=True), Caller("b", "look"), level=1),
    small("a timeout, timers at any time", 8, Caller("a", "ask_in_time", cancel=True), level=1, timers="any"),
    small("a timeout, early", 23, Caller("a", "ask_in_time", cancel=True), level=2, timers="any", max_early=1),
    small("a timeout and what lands late", 25, Caller("a", "pay_in_time"), Caller("b", "look"), level=1, timers="any"),
    small("two timeouts, one tick", 16, Caller("a", "ask_in_time"), Caller("b", "ask_in_time"), timers="any", max_ticks=1),
    small("a timer that is gone before idle", 60, Caller("a", "short", cancel=True), Caller("b", "look"), level=2),
    small("a hedge", 6, Caller("a", "hedge", cancel=True), level=1),
    small("a hedge, early", 39, Caller("a", "hedge", cancel=True), level=2, max_early=1),
    small("latencies that tie", 22, Caller("a", "slow", (1,)), Caller("b", "slow", (2,)), level=1),
    small(
        "a latency and a cancellation", 109, Caller("a", "slowly", cancel=True), Caller("b", "sleep", ("b", 0.3)), level=1
    ),
    small("a heartbeat", 8, Caller("a", "beat", (8,)), Caller("b", "look")),
    small(
        "a heartbeat before what follows it",
        3,
        Caller("a", "beat", (8,)),
        Caller("b", "beat", (1,), after=("a",)),
        Caller("c", "look", after=("a",)),
    ),
    small("a heartbeat while a call is out", 12, Caller("a", "beat", (3,)), Caller("b", "ask_in_time"), timers="any"),
    small("retries", 13, Caller("a", "retry", cancel=True), fails={"add": ()}, max_faults=3),
    small(
        "retries of what was lost", 30, Caller("a", "retry"), Caller("b", "look"), loses={"add": ()}, level=2, max_early=1
    ),
)
