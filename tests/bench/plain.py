"""The textbook bugs without the gym: the same subjects and stores as plain asyncio programs in one process.

Once under the same exploration, as the yardstick for what two processes cost; once with random sleeps, as people test.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from random import Random
from typing import Any

from gym.engine.schedule import Execution, Failure
from gym.engine.strategies import Strategy
from tests.bench.textbook import Nodes, SlowStore, Store

Flow = Callable[[], Coroutine[Any, Any, object]]
Through = Callable[[Callable[[], object]], Coroutine[Any, Any, object]]


@dataclass
class Scenario:
    """One run of a bug: its flows, one more for when they have ended, and whether all was well."""

    flows: list[Flow]
    last: Flow | None
    holds: Callable[[object], bool]


class Remote:
    """A store behind a network: every call goes through `through`, which decides when its effect and its reply come."""

    def __init__(self, store: Store, through: Callable[[Any, tuple[Any, ...]], Coroutine[Any, Any, object]]) -> None:
        self._store = store
        self._through = through

    def __getattr__(self, name: str) -> Callable[..., Coroutine[Any, Any, object]]:
        method = getattr(self._store, name)
        return lambda *args: self._through(method, args)


def scenario(name: str, names: dict[str, Any], through: Callable[[Any, tuple[Any, ...]], Any]) -> Scenario:
    """The scenario of a textbook bug on the classes of one of its sources."""
    if name == "lost update":
        store = Store(n=0)
        counter = names["Counter"](Remote(store, through))
        return Scenario([lambda: counter.add("n")] * 2, None, lambda _: store.values["n"] == 2)
    if name == "stale cache":
        slow = SlowStore(k="old")
        cache = names["Cache"](Remote(slow, through))
        flows: list[Flow] = [lambda: cache.read("k"), lambda: cache.write("k", "new"), lambda: cache.read("k")]
        return Scenario(flows, lambda: cache.read("k"), lambda value: value == "new")
    nodes = Nodes()
    stack = names["Stack"](Remote(nodes, through))
    noises = 1 if name == "ABA and one noise" else 2
    return Scenario([stack.take, stack.cycle, *[stack.noise] * noises], None, lambda _: "broken" not in nodes.free)


def classes(source: str) -> dict[str, Any]:
    """What a source defines."""
    names: dict[str, Any] = {}
    exec(compile(source, "subject", "exec"), names)
    return names


# -- in one process, under the same exploration


@dataclass
class OneProcess:
    """Runs a scenario under a strategy on a plain loop: what our engine does, with nothing apart."""

    name: str
    source: str
    _waiting: dict[str, Callable[[], None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._names = classes(self.source)
        self._loop = asyncio.new_event_loop()

    def run(self, strategy: Strategy) -> Execution:
        self._waiting.clear()
        self._count = 0
        world = scenario(self.name, self._names, self._call)
        length = self._deliver(strategy, world.flows)
        value: list[object] = [None]
        if world.last is not None:
            length += self._deliver(strategy, [world.last], value)
        failure = None if world.holds(value[0]) else Failure("rejected", "broken", "broken")
        return Execution(strategy.schedule(), tuple(strategy.points), strategy.cost, length, failure)

    def _deliver(self, strategy: Strategy, flows: list[Flow], value: list[object] | None = None) -> int:
        tasks: list[asyncio.Task[object]] = []
        for index, flow in enumerate(flows):
            self._waiting[f"a{index}"] = lambda flow=flow: tasks.append(self._loop.create_task(flow()))  # type: ignore[misc]
        length = 0
        while self._waiting:
            options = list(self._waiting)
            index = strategy.choose("pick", options, [0] + [1] * (len(options) - 1)) if len(options) > 1 else 0
            self._waiting.pop(options[index])()
            self._until_idle()
            length += 1
        if value is not None:
            value[0] = tasks[0].result()
        return length

    def _until_idle(self) -> None:
        ready: Any = self._loop._ready  # type: ignore[attr-defined]
        while ready:
            self._loop.call_soon(self._loop.stop)
            self._loop.run_forever()

    async def _call(self, method: Any, args: tuple[Any, ...]) -> object:
        future = self._loop.create_future()
        self._count += 1
        number = self._count

        def complete() -> None:
            result = method(*args)
            if inspect.isgenerator(result):
                next(result)
                self._waiting[f"r{number}"] = lambda: future.set_result(_end(result))
            else:
                future.set_result(_end(result))

        self._waiting[f"c{number}"] = complete
        return await future

    def close(self) -> None:
        self._loop.close()


def _end(call: Any) -> object:
    """The value of a generator or coroutine that waits for nothing more."""
    try:
        call.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits")


# -- with random sleeps


class RandomSleeps:
    """Runs a scenario on the stock loop; each call sleeps a random time before its effect and before its reply."""

    def __init__(self, name: str, source: str, seed: int) -> None:
        self._name = name
        self._names = classes(source)
        self._random = Random(seed)

    def first_failure(self, runs: int) -> int | None:
        """Which run failed first, None when none of so many did."""
        return next((run for run in range(1, runs + 1) if not asyncio.run(self._holds())), None)

    async def _holds(self) -> bool:
        world = scenario(self._name, self._names, self._call)
        await asyncio.gather(*(self._later(flow) for flow in world.flows))
        return world.holds(await world.last() if world.last is not None else None)

    async def _later(self, flow: Flow) -> object:
        await self._sleep()
        return await flow()

    async def _call(self, method: Any, args: tuple[Any, ...]) -> object:
        await self._sleep()
        call = method(*args)
        if inspect.isgenerator(call):
            next(call)
        value = _end(call) if not inspect.isgenerator(call) else None
        await self._sleep()
        return _end(call) if inspect.isgenerator(call) else value

    async def _sleep(self) -> None:
        await asyncio.sleep(self._random.random() / 1000)
