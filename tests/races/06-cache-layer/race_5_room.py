"""What is kept when there is not room for all."""

from __future__ import annotations

from collections.abc import Callable, Generator

from gym.race import World, call, op, race
from gym.race.steps import Step

from .store import A_MOMENT, BUDGET, TEA, TTL, Table, address_of, all_told, cache_over, later, loads, row, told, under_way

RICE, SALT = ("bolt", "rice"), ("acme", "salt")
READ = (SALT, TEA, SALT, RICE, SALT, RICE, TEA, RICE, SALT)
"""With room for two: rice takes the place of tea, tea that of salt, and salt that of tea."""
LOADED = [SALT, TEA, RICE, TEA, SALT]


class Dated(Table):
    """Notes of each row when it came last: how many steps the reader had taken by then."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: Callable[[], int] = lambda: 0
        self.came: dict[tuple[str, str], int] = {}

    @op(on_cancel="drops")
    async def load(self, tenant: str, key: str) -> str:
        self.came[tenant, key] = self.steps()
        return await super().load(tenant, key)


@race(
    "there is room for two rows: the one used least recently goes; a stale read is a use, and a refresh is one",
    shape="control",
    points=3,
    fault="only-old-rows-make-room",
    timers="last",
    budget=BUDGET,
)
def room(world: World) -> None:
    table = Dated()
    _loader, cache = cache_over(world, table, stale=TTL, capacity=2)
    rest = world.function("asyncio:sleep")

    def reads() -> Generator[Step, object, None]:
        values: list[object] = []
        for address in READ:
            values += [(yield call(cache.get, *address))]
        loaded = [address_of(read) for read in loads(world)]
        keys = [key for _, key in loaded]
        world.check(values == [row(*address) for address in READ], "each read gets its row", f"{values}")
        world.check(len(loaded) > 3, "no more than two rows are kept", f"loaded: {keys}")
        world.check(loaded == LOADED, "the row used least recently goes", f"loaded: {keys}")

        # Rice and salt are there, and rice would be the first to go.
        yield call(rest, TTL + A_MOMENT)
        table.changes()
        yield call(cache.get, *RICE)
        for other, why in (
            (TEA, "a stale row that is given counts as used"),
            (SALT, "a row goes by its use, not by its age"),
        ):
            yield call(cache.get, *other)
            before = reader.step_count
            value = yield call(cache.get, *RICE)
            refreshed = len(loads(world, RICE)) > 1 and table.came[RICE] in range(len(READ) + 2, before + 1)
            world.check(refreshed or value == row(*RICE), why, f"{value}")
            world.check(value == row(*RICE, 2 if refreshed else 1), "what a refresh brings is served", f"{value}")

        # Salt and rice are there, and rice has been refreshed once that is over.
        yield call(rest, 1)
        known = len(loads(world))
        yield call(cache.get, *SALT)
        world.check(len(loads(world)) == known, "a row that is refreshed takes no other's place")

        # Both get stale, and the one whose refresh is over last has been used last.
        yield call(rest, TTL + A_MOMENT)
        yield call(cache.get, *RICE)
        yield call(cache.get, *SALT)
        yield call(rest, 1)
        newest = table.given[-1]
        yield call(cache.get, *TEA)
        known = len(loads(world))
        yield call(cache.get, *newest)
        world.check(len(loads(world)) == known, "a row that is refreshed counts as used")

    reader = world.flow("reader", reads)
    table.steps = lambda: reader.step_count
    world.run()


@race(
    "there is room for one row and two are loaded and refreshed: each load is still shared, whatever goes meanwhile",
    shape="init-race",
    points=2,
    timers="last",
    budget=BUDGET,
)
def loads_take_no_room(world: World) -> None:
    table = Table()
    _loader, cache = cache_over(world, table, stale=TTL, capacity=1)
    pause = later(world, TTL + A_MOMENT, [world.flow("an earlier reader", cache.get, *TEA)], table.changes)
    too_many: list[object] = []

    def reads_tea() -> Generator[Step, object, object]:
        gone = table.given[-1] == SALT
        value = yield call(cache.get, *TEA)
        if gone and value == row(*TEA):
            too_many.append(value)
        return value

    of_tea = [world.flow(name, reads_tea, after=[pause]) for name in ("tea", "tea, too")]
    of_salt = [world.flow(name, cache.get, *SALT, after=[pause]) for name in ("salt", "salt, too")]
    world.alike(*of_tea)
    world.alike(*of_salt)
    once = "no second load of a row while one is under way"
    world.always(once, lambda: all(len(under_way(world, address)) <= 1 for address in (TEA, SALT)))
    since: list[int] = []

    def reads() -> Generator[Step, object, object]:
        since.append(len(loads(world)))
        return (yield call(cache.get, *table.given[-1]))

    world.flow("reader of what came last", reads, after=[*of_tea, *of_salt])
    world.run()
    fair = set(all_told(of_tea)) <= {row(*TEA), row(*TEA, 2)} and all_told(of_salt) == [row(*SALT, 2)]
    world.check(fair, "each gets its row", f"{[told(flow) for flow in (*of_tea, *of_salt)]}")
    world.check(not too_many, "no more than one row is kept, also while it is refreshed", f"{too_many}")
    world.check(len(loads(world)) == since[0], "the row that came last is kept")
