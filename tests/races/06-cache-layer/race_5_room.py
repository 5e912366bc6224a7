"""What is kept when there is not room for all."""

from __future__ import annotations

from collections.abc import Generator

from gym.race import World, call, race
from gym.race.steps import Step

from .store import BUDGET, TEA, Table, address_of, cache_over, loads, row, told, under_way

READ = ("salt", "tea", "salt", "rice", "salt", "rice", "tea", "rice", "salt")
"""With room for two: rice takes the place of tea, tea that of salt, and salt that of tea."""
LOADED = ["salt", "tea", "rice", "tea", "salt"]


@race(
    "there is room for two rows and three are read in turn: the one used least recently is loaded again",
    shape="control",
    points=2,
    fault="only-old-rows-make-room",
    timers="last",
    budget=BUDGET,
)
def room(world: World) -> None:
    _loader, cache = cache_over(world, Table(), capacity=2)

    def reads() -> Generator[Step, object, list[object]]:
        values: list[object] = []
        for key in READ:
            values += [(yield call(cache.get, "acme", key))]
        return values

    reader = world.flow("reader", reads)
    world.run()
    loaded = [address_of(read)[1] for read in loads(world)]
    world.check(reader.value == [row("acme", key) for key in READ], "each read gets its row", f"{reader.value}")
    world.check(len(loaded) > 3, "no more than two rows are kept", f"loaded: {loaded}")
    world.check(loaded == LOADED, "the row used least recently goes", f"loaded: {loaded}")


@race(
    "more rows are loading than there is room for: each load is still shared",
    shape="init-race",
    points=1,
    level=1,
    max_ties=1,
    timers="last",
    budget=BUDGET,
)
def loads_take_no_room(world: World) -> None:
    _loader, cache = cache_over(world, Table(), capacity=1)
    first = world.flow("tea", cache.get, *TEA)
    other = world.flow("salt", cache.get, "acme", "salt")
    second = world.flow("tea, too", cache.get, *TEA)
    world.alike(first, second)
    world.always("no second load of a row while one is under way", lambda: len(under_way(world, TEA)) <= 1)
    world.run()
    found = [told(flow) for flow in (first, other, second)]
    world.check(found == [row(*TEA), row("acme", "salt"), row(*TEA)], "each gets its row", f"{found}")
