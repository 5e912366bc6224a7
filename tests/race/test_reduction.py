"""Taking alike flows in one order only loses no verdict; it divides the space by the orders that it leaves out."""

from __future__ import annotations

import pytest

from gym.engine.exploration import Exploration, Limits
from gym.race import World, race
from gym.race.execution import Stage
from tests.race.arena import Arena

COUNTER = """
class Counter:
    def __init__(self, store):
        self.store = store
    async def add(self):
        value = await self.store.get()
        await self.store.set(value + 1)
    async def add_at_once(self):
        await self.store.add()
"""


class Store:
    def __init__(self) -> None:
        self.value = 0

    async def get(self) -> int:
        return self.value

    async def set(self, value: int) -> None:
        self.value = value

    async def add(self) -> None:
        self.value += 1


def adding(method: str, count: int):  # type: ignore[no-untyped-def]
    @race("nothing is lost", shape="lost-update")
    def nothing_is_lost(world: World) -> None:
        store = Store()
        counter = world.subject("Counter", world.port("store", store))
        flows = [world.flow(f"flow {number}", getattr(counter, method)) for number in range(count)]
        world.alike(*flows)
        world.run()
        world.check(store.value == count, "all are counted", str(store.value))

    return nothing_is_lost


def explored(arena: Arena, method: str, count: int, *, reduce: bool) -> tuple[int, bool, str]:
    """(schedules, whether it failed, words about the space)"""
    arena.puppet.load({"subject.py": COUNTER}, "subject")
    stage = Stage(adding(method, count), arena.puppet, {}, reduce=reduce)
    exploration = Exploration(stage.run, Limits(5_000))
    exploration.advance(5_000)
    return exploration.coverage().total, exploration.failing is not None, stage.space_words()


@pytest.mark.parametrize(("count", "whole"), [(2, 6), (3, 90)])
def test_the_space_is_divided_by_the_orders_of_alike_flows(arena: Arena, count: int, whole: int) -> None:
    every, _, words = explored(arena, "add_at_once", count, reduce=False)
    once, _, fewer_words = explored(arena, "add_at_once", count, reduce=True)
    orders = {2: 2, 3: 6}[count]
    assert (every, once) == (whole, whole // orders)
    assert (words, fewer_words) == ("L0", "L0, alike flows in one order")


def test_both_find_what_is_wrong_and_accept_what_is_right(arena: Arena) -> None:
    assert [explored(arena, "add", 3, reduce=reduce)[1] for reduce in (True, False)] == [True, True]
    assert [explored(arena, "add_at_once", 3, reduce=reduce)[1] for reduce in (True, False)] == [False, False]
