"""A kata of two checks, written into a folder, for tests of the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

RACES = """
from gym.race import World, outcomes, race

@race("both callers share one connection", shape="init-race", points=2)
def one_connection(world: World) -> None:
    class Net:
        def __init__(self):
            self.opened = 0
        async def connect(self):
            self.opened += 1
            return self.opened
    net = Net()
    pool = world.subject("Pool", world.port("net", net))
    first, second = world.flow("first", pool.get), world.flow("second", pool.get)
    world.run()
    world.check(outcomes(first, second) == {"ok": 2}, "both get one", str(outcomes(first, second)))
    world.check(net.opened == 1, "one connection is opened", f"{net.opened} were")

@race("a later caller gets the same", shape="init-race", points=1)
def same_later(world: World) -> None:
    class Net:
        async def connect(self):
            return 7
    pool = world.subject("Pool", world.port("net", Net()))
    first = world.flow("first", pool.get)
    second = world.flow("second", pool.get, after=[first])
    world.run()
    world.check(first.value == second.value == 7, "the same", f"{first.outcome}, {second.outcome}")
"""

STARTER = """
class Pool:
    def __init__(self, net):
        self.net = net
        self.connection = None

    async def get(self):
        if self.connection is None:
            self.connection = await self.net.connect()
        return self.connection
"""

FIXED = """
import asyncio


class Pool:
    def __init__(self, net):
        self.net = net
        self.connection = None
        self.lock = asyncio.Lock()

    async def get(self):
        async with self.lock:
            if self.connection is None:
                self.connection = await self.net.connect()
        return self.connection
"""


@dataclass(frozen=True)
class SmallNearMiss:
    slug: str
    kills: tuple[str, ...]
    claims: Mapping[str, str]


@dataclass(frozen=True)
class SmallKata:
    """What the judge asks of a kata."""

    id: str
    folder: Path
    entry: str
    files: tuple[str, ...]
    given: tuple[str, ...]
    races: tuple[Path, ...]
    near_misses: tuple[SmallNearMiss, ...] = ()
    refuses: tuple[str, ...] = ()


def write_kata(folder: Path, races: str = RACES, starter: str = STARTER) -> SmallKata:
    """The kata `90-pool` below `folder`."""
    content = folder / "90-pool"
    hidden = folder / f"races-{abs(hash(races)) % 10**8}" / "90-pool"
    content.mkdir(parents=True, exist_ok=True)
    hidden.mkdir(parents=True, exist_ok=True)
    (content / "pool.py").write_text(starter)
    race_file = hidden / "race_pool.py"
    race_file.write_text(races)
    misses = (SmallNearMiss("no-lock", ("one-connection",), {}),)
    return SmallKata("90-pool", content, "pool.py", ("pool.py",), (), (race_file,), misses)
