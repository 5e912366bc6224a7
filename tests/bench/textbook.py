"""Four textbook bugs, each with its correct twin: what every systematic tester is measured by."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from gym.race import Race, World, race

LOST_UPDATE = """
class Counter:
    def __init__(self, store):
        self.store = store
    async def add(self, key):
        value = await self.store.get(key)
        await self.store.set(key, value + 1)
"""

LOST_UPDATE_FIXED = """
import asyncio

class Counter:
    def __init__(self, store):
        self.store, self.lock = store, asyncio.Lock()
    async def add(self, key):
        async with self.lock:
            value = await self.store.get(key)
            await self.store.set(key, value + 1)
"""

STALE_CACHE = """
class Cache:
    def __init__(self, store):
        self.store, self.kept = store, {}
    async def read(self, key):
        if key not in self.kept:
            self.kept[key] = await self.store.get(key)
        return self.kept[key]
    async def write(self, key, value):
        await self.store.set(key, value)
        self.kept.pop(key, None)
"""

STALE_CACHE_FIXED = """
class Cache:
    def __init__(self, store):
        self.store, self.kept, self.version = store, {}, 0
    async def read(self, key):
        if key in self.kept:
            return self.kept[key]
        seen = self.version
        value = await self.store.get(key)
        if seen == self.version:
            self.kept[key] = value
        return value
    async def write(self, key, value):
        self.version += 1
        await self.store.set(key, value)
        self.version += 1
        self.kept.pop(key, None)
"""

ABA = """
class Stack:
    def __init__(self, store):
        self.store = store
    async def take(self):
        head = await self.store.get('head')
        following = await self.store.get(head)
        if await self.store.swap('head', head, following):
            return head
    async def cycle(self):
        first = await self.store.pop()
        await self.store.pop()
        await self.store.push(first)
    async def noise(self):
        await self.store.get('noise')
        await self.store.set('noise', 1)
"""

ABA_FIXED = """
class Stack:
    def __init__(self, store):
        self.store = store
    async def take(self):
        return await self.store.pop()
    async def cycle(self):
        first = await self.store.pop()
        await self.store.pop()
        await self.store.push(first)
    async def noise(self):
        await self.store.get('noise')
        await self.store.set('noise', 1)
"""


class Store:
    """Keys and values."""

    def __init__(self, **values: object) -> None:
        self.values: dict[str, object] = dict(values)

    async def get(self, key: str) -> object:
        return self.values.get(key)

    async def set(self, key: str, value: object) -> None:
        self.values[key] = value


class Nodes(Store):
    """A linked stack a -> b -> c whose head is swapped by comparison."""

    def __init__(self) -> None:
        super().__init__(head="a", a="b", b="c", c=None)
        self.free: list[object] = []

    async def swap(self, key: str, old: object, new: object) -> bool:
        if self.values[key] != old:
            return False
        self.values[key] = new
        if new in self.free:
            self.free.append("broken")
        return True

    async def pop(self) -> object:
        head = self.values["head"]
        if head is not None:
            self.values["head"] = self.values[str(head)]
            self.free.append(head)
        return head

    async def push(self, node: str | None) -> None:
        if node is not None:
            self.values[node], self.values["head"] = self.values["head"], node
            self.free = [each for each in self.free if each != node]


class SlowStore(Store):
    """Reads may be overtaken on their way back."""

    def get(self, key: str) -> Generator[None, None, object]:  # type: ignore[override]
        value = self.values.get(key)
        yield
        return value


@race("two additions count two", shape="lost-update")
def lost_update(world: World) -> None:
    store = Store(n=0)
    counter = world.subject("Counter", world.port("store", store))
    world.flow("first", counter.add, "n")
    world.flow("second", counter.add, "n")
    world.run()
    world.check(store.values["n"] == 2, "both are counted")


@race("after a write nothing stale stays cached", shape="stale-response")
def stale_cache(world: World) -> None:
    store = SlowStore(k="old")
    cache = world.subject("Cache", world.port("store", store))
    reader = world.flow("reader", cache.read, "k")
    writer = world.flow("writer", cache.write, "k", "new")
    second = world.flow("second reader", cache.read, "k")
    last = world.flow("last reader", cache.read, "k", after=[reader, writer, second])
    world.run()
    world.check(last.value == "new", "the last reader sees the write", str(last.value))


def _aba(world: World, noises: int) -> None:
    nodes = Nodes()
    stack = world.subject("Stack", world.port("store", nodes))
    world.flow("taker", stack.take)
    world.flow("cycler", stack.cycle)
    for number in range(noises):
        world.flow(f"noise {number + 1}", stack.noise)
    world.run()
    world.check("broken" not in nodes.free, "a freed node is never the head")


@race("a swap by comparison is not fooled", shape="check-then-act")
def aba_1(world: World) -> None:
    _aba(world, 1)


@race("nor under more noise", shape="check-then-act")
def aba_2(world: World) -> None:
    _aba(world, 2)


@dataclass(frozen=True)
class Textbook:
    """A bug, its race, and the version without it."""

    name: str
    race: Race
    buggy: str
    fixed: str


TEXTBOOK = (
    Textbook("lost update", lost_update, LOST_UPDATE, LOST_UPDATE_FIXED),
    Textbook("stale cache", stale_cache, STALE_CACHE, STALE_CACHE_FIXED),
    Textbook("ABA and one noise", aba_1, ABA, ABA_FIXED),
    Textbook("ABA and two noises", aba_2, ABA, ABA_FIXED),
)
