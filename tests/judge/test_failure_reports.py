"""What a failing check says, word for word: each kind of failure with the whole text that is shown for it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gym.judge.verdict import CheckVerdict
from gym.race import Race, World, race
from gym.report.verdicts import check_lines, failing_check_lines
from tests.race.arena import Arena, new_arena

GOLDEN = Path(__file__).parent / "golden"
HEAD = """
import asyncio, time

class Service:
    def __init__(self, net):
        self.net, self.lock, self.other = net, asyncio.Lock(), asyncio.Lock()
        self.permits, self.event, self.queue = asyncio.Semaphore(1), asyncio.Event(), asyncio.Queue()
"""


class Net:
    async def get(self, key: str) -> str:
        return key


@race("two calls end well", shape="lifecycle")
def two_calls(world: World) -> None:
    service = world.subject("Service", world.port("net", Net()))
    world.flow("first", service.use, "a")
    world.flow("second", service.use, "b")
    world.run()


@race("a call that may be cancelled", shape="cancellation")
def may_be_cancelled(world: World) -> None:
    service = world.subject("Service", world.port("net", Net()))
    world.may_cancel(world.flow("first", service.use, "a"))
    world.run()


@race("a call that may be cancelled as its result comes", shape="cancellation", level=1)
def cancelled_in_a_tie(world: World) -> None:
    service = world.subject("Service", world.port("net", Net()))
    world.may_cancel(world.flow("first", service.use, "a"))
    world.run()


@race("two writers take turns", shape="permit-leak")
def two_writers(world: World) -> None:
    database = world.sql("CREATE TABLE counters (n int)", "INSERT INTO counters VALUES (1)", watch="SELECT n FROM counters")
    service = world.subject("Service", database)
    world.flow("first", service.use, "a")
    world.flow("second", service.use, "b")
    world.run()


CASES: dict[str, tuple[Race, str]] = {
    "a lock that an ended flow has": (
        two_calls,
        """
    async def use(self, key):
        await self.lock.acquire()
        value = await self.net.get(key)
        if value == "a":
            return value
        self.lock.release()
        return value
""",
    ),
    "a deadlock of two locks": (
        two_calls,
        """
    async def use(self, key):
        one, two = (self.lock, self.other) if key == "a" else (self.other, self.lock)
        async with one:
            await self.net.get(key)
            async with two:
                return key
""",
    ),
    "a lock taken twice by one flow": (
        two_calls,
        """
    async def use(self, key):
        async with self.lock:
            await self.net.get(key)
            if key == "a":
                await self.use(key)
""",
    ),
    "a permit that a background task has": (
        two_calls,
        """
    async def use(self, key):
        self.task = asyncio.create_task(self.hold())
        await self.net.get(key)
        async with self.permits:
            return key
    async def hold(self):
        await self.permits.acquire()
        await self.event.wait()
""",
    ),
    "an event that nobody sets": (
        two_calls,
        """
    async def use(self, key):
        await self.net.get(key)
        if key == "a":
            await self.event.wait()
""",
    ),
    "a write lock left in a transaction": (
        two_writers,
        """
    async def use(self, key):
        transaction = await self.net.transaction().__aenter__()
        await transaction.execute("UPDATE counters SET n = n + 1")
""",
    ),
    "a livelock of the loop": (
        two_calls,
        """
    async def use(self, key):
        while key == "a":
            await asyncio.sleep(0)
""",
    ),
    "a livelock of calls": (
        two_calls,
        """
    async def use(self, key):
        while key == "a":
            await self.net.get(key)
""",
    ),
    "a leaked task": (
        two_calls,
        """
    async def use(self, key):
        self.task = asyncio.create_task(self.event.wait())
        return await self.net.get(key)
""",
    ),
    "a lost exception": (
        two_calls,
        """
    async def use(self, key):
        self.task = asyncio.create_task(self.work(key))
        return await self.net.get(key)
    async def work(self, key):
        await self.net.get(key)
        raise ValueError(f"no {key}")
""",
    ),
    "a coroutine never awaited": (
        two_calls,
        """
    async def use(self, key):
        self.net.get(key)
""",
    ),
    "a swallowed cancellation": (
        may_be_cancelled,
        """
    async def use(self, key):
        try:
            return await self.net.get(key)
        except BaseException:
            return None
""",
    ),
    "a blocked loop": (
        two_calls,
        """
    async def use(self, key):
        await self.net.get(key)
        time.sleep(2)
""",
    ),
    "an endless loop": (
        two_calls,
        """
    async def use(self, key):
        await self.net.get(key)
        while True:
            pass
""",
    ),
    "kept from schedule to schedule": (
        two_calls,
        """
    async def use(self, key):
        time.visits = getattr(time, "visits", 0) + 1
        for _ in range(time.visits % 3):
            await self.net.get(key)
""",
    ),
    "the order of a set": (
        two_calls,
        """
    async def use(self, key):
        time.kept = [*getattr(time, "kept", ()), lambda: key]
        for letter in {lambda: "b", lambda: "c", *time.kept[:1 + len(time.kept) % 2]}:
            await self.net.get(letter())
""",
    ),
}


@pytest.fixture(scope="module")
def fresh() -> Iterator[Arena]:
    """Of its own: what earlier attempts leave in a process would be told here."""
    arena = new_arena()
    yield arena
    arena.puppet.close()


def drawn(verdict: CheckVerdict) -> str:
    lines = [*check_lines(verdict, 100, points=False)]
    if verdict.verdict.value != "accepted":
        lines += [*failing_check_lines(verdict, 100)]
    return "".join(f"{line.plain.rstrip()}\n" for line in lines)


def settled(said: str) -> str:
    """Without what an address decides: at which step two runs differ, and by what. Lines fold differently then."""
    return re.sub(r"from step \d+ on: .*?; likely", "from step N on: ...; likely", " ".join(said.split()))


def assert_said(name: str, said: str) -> None:
    path = GOLDEN / f"{name.replace(' ', '-')}.txt"
    if os.environ.get("GYM_ACCEPT_GOLDEN"):
        path.write_text(said, encoding="utf-8")
    minor = f":p{sys.version_info.minor}."
    said, wanted = said.replace(minor, ":p11.").split("~")[0], path.read_text(encoding="utf-8").split("~")[0]
    if name == "the order of a set":
        said, wanted = settled(said), settled(wanted)
    assert said == wanted


@pytest.mark.parametrize("name", CASES)
def test_the_whole_text_of(name: str, fresh: Arena) -> None:
    judged, body = CASES[name]
    fresh.puppet.stop()
    assert_said(name, drawn(fresh.judge(HEAD + body, judged)))


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="wait_for has the fault below 3.12 only")
@pytest.mark.parametrize("excuse", [False, True], ids=["one's own code", "a kata"])
def test_the_whole_text_of_a_fault_of_cpythons(excuse: bool, fresh: Arena) -> None:
    body = """
    async def use(self, key):
        await asyncio.wait_for(self.net.get(key), 5)
        return await self.net.get(key)
"""
    name = "a fault of CPython's, excused" if excuse else "a fault of CPython's"
    assert_said(name, drawn(fresh.judge(HEAD + body, cancelled_in_a_tie, excuse=excuse)))
