"""The world of the cache's races: a table whose rows have versions, and a clock that can be let run.

Each race is one run, and in it the clock moves last: a cache may drop its rows by timers, and would lose them all between
two runs, since a run goes on until no timer is left.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from gym.race import Fault, Flow, Handle, Op, World, call, op
from gym.race.ports import PortThing
from gym.race.steps import Step

TTL = 60
BUDGET = 4_000
TEA = ("acme", "tea")
A_MOMENT = 0.25
"""Seconds on either side of the one at which a row gets stale or too old."""
NO_ANSWER = Fault("LoadFailed", "no answer")

Script = Callable[[], Generator[Step, Any, object]]


class Table:
    """Gives "tea of acme, v1"; every row is at `version`. `held` tells which reads may not end yet.

    `down` is how many of the next reads fail. `given` are the rows that it gave, in that order.
    """

    def __init__(self) -> None:
        self.version = 1
        self.down = 0
        self.given: list[tuple[str, str]] = []
        self.held: Callable[[Op], bool] = lambda read: False

    # A read whose caller hung up is stopped by the database.
    @op(on_cancel="drops")
    async def load(self, tenant: str, key: str) -> str:
        if self.down:
            self.down -= 1
            raise NO_ANSWER
        self.given.append((tenant, key))
        return row(tenant, key, self.version)

    def changes(self) -> None:
        """Every row has a second version from now on."""
        self.version = 2

    def _ready(self, read: Op) -> bool:
        return not self.held(read)

    def _watched(self) -> dict[str, str]:
        return {"table": f"v{self.version}"}


class OvertakenTable(Table):
    """The same, and a reply takes a way of its own: what was read may be old when it arrives."""

    @op(on_cancel="drops")
    def load(self, tenant: str, key: str) -> Generator[None, None, str]:  # type: ignore[override]
        read = row(tenant, key, self.version)
        yield
        return read


def row(tenant: str, key: str, version: int = 1) -> str:
    """What a row holds."""
    return f"{key} of {tenant}, v{version}"


def cache_over(world: World, table: object, *, stale: float = 0, capacity: int = 10) -> tuple[PortThing, Handle]:
    """The loader's port, and a cache in front of it."""
    loader = world.port("loader", table)
    world.watch("loading", lambda: str(len(under_way(world))))
    return loader, world.subject("Cache", loader, ttl=TTL, stale=stale, capacity=capacity)


def loads(world: World, address: tuple[str, str] | None = None) -> list[Op]:
    """The loads so far, of all rows or of one."""
    return [read for read in world.calls("loader", "load") if address in (None, address_of(read))]


def under_way(world: World, address: tuple[str, str] | None = None) -> list[Op]:
    """The loads that have neither ended nor been cancelled."""
    return [read for read in loads(world, address) if read.pending]


def address_of(read: Op) -> tuple[str, str]:
    """The row that is read."""
    given = dict(zip(("tenant", "key"), read.args, strict=False)) | read.kwargs
    return str(given.get("tenant")), str(given.get("key"))


def readers(world: World, cache: Handle, *names: str, after: Iterable[Flow] = ()) -> list[Flow]:
    """Readers of acme's tea, of whom nothing tells one from another."""
    flows = [world.flow(name, cache.get, *TEA, after=after) for name in names]
    world.alike(*flows)
    return flows


def later(world: World, seconds: float, after: list[Flow], then: Callable[[], None] = lambda: None) -> Flow:
    """A flow in which nothing but time goes on, and `then` what is done at its end."""

    def script() -> Generator[Step, Any, None]:
        yield call(world.function("asyncio:sleep"), seconds)
        then()

    return world.flow(f"{seconds} s go by", script, after=after)


def told(flow: Flow) -> str:
    """What this reader came back with."""
    return str(flow.value) if flow.outcome == "ok" else flow.outcome


def all_told(flows: list[Flow]) -> list[str]:
    """What they came back with, each answer once."""
    return sorted({told(flow) for flow in flows})
