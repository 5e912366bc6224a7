"""A pool of one's own with a leak, its mended version, and a file of races for it."""

from __future__ import annotations

POOL = """\
import asyncio


class Pool:
    def __init__(self, driver, size=1):
        self._driver = driver
        self._slots = asyncio.Semaphore(size)
        self._idle = []

    async def query(self, sql):
        await self._slots.acquire()
        connection = self._idle.pop() if self._idle else await self._driver.connect()
        try:
            return await self._driver.execute(connection, sql)
        finally:
            self._idle.append(connection)
            self._slots.release()
"""

MENDED = """\
import asyncio


class Pool:
    def __init__(self, driver, size=1):
        self._driver = driver
        self._slots = asyncio.Semaphore(size)
        self._idle = []

    async def query(self, sql):
        async with self._slots:
            connection = self._idle.pop() if self._idle else await self._driver.connect()
            try:
                return await self._driver.execute(connection, sql)
            finally:
                self._idle.append(connection)
"""

RACES = """\
from gym.race import World, race


class Driver:
    async def connect(self) -> str:
        return "connection"

    async def execute(self, connection: str, sql: str) -> int:
        return 1


@race("a caller that goes away leaves its slot to the next", shape="permit-leak")
def slot_comes_back(world: World) -> None:
    pool = world.subject("Pool", world.port("db", Driver()))
    impatient = world.flow("impatient", pool.query, "SELECT 1")
    world.may_cancel(impatient)
    world.flow("patient", pool.query, "SELECT 1", after=[impatient])
    world.run()


@race("two callers share one connection")
def one_connection(world: World) -> None:
    pool = world.subject("Pool", world.port("db", Driver()))
    flows = [world.flow(name, pool.query, "SELECT 1") for name in ("first", "second")]
    world.run()
    opened = len(world.calls("db", "connect"))
    world.check(opened == 1, "one connection is opened", f"{opened} were")


@race("a caller is told of two rows")
def two_rows(world: World) -> None:
    pool = world.subject("Pool", world.port("db", Driver()))
    only = world.flow("only", pool.query, "SELECT 1")
    world.run()
    world.check(only.value == 2, "two rows", f"{only.value}")
"""
