"""What the team has: a handful of items, and an error that is told."""

from __future__ import annotations

import asyncio

import pytest
from map_with_limit import map_settled, map_with_limit

pytestmark = pytest.mark.asyncio


class Pictures:
    """Fetches a picture, or fails for "bad". `most` is how many were fetched at a time."""

    def __init__(self) -> None:
        self.most = self._now = 0

    async def fetch(self, item: str, index: int) -> str:
        self._now += 1
        self.most = max(self.most, self._now)
        await asyncio.sleep(0)
        self._now -= 1
        if item == "bad":
            raise OSError("no such picture")
        return f"{item}{index}"


async def test_results_come_in_the_order_of_the_items() -> None:
    pictures = Pictures()
    assert await map_with_limit("abcd", pictures.fetch, 2) == ["a0", "b1", "c2", "d3"]
    assert pictures.most == 2


async def test_no_items_give_no_results() -> None:
    assert await map_with_limit([], Pictures().fetch, 2) == []


async def test_more_slots_than_items_are_fine() -> None:
    assert await map_with_limit(["a"], Pictures().fetch, 1000) == ["a0"]


async def test_an_error_is_raised() -> None:
    with pytest.raises(OSError, match="no such picture"):
        await map_with_limit(["a", "bad", "c"], Pictures().fetch, 2)


async def test_settled_tells_of_each_item() -> None:
    told = await map_settled(["a", "bad", "c"], Pictures().fetch, 2)
    assert [word for word, _ in told] == ["ok", "error", "ok"]
    assert isinstance(told[1][1], OSError)
