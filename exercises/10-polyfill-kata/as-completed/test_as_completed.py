"""What the team has: readers who wait for all, and an error that they are told."""

from __future__ import annotations

import asyncio

import pytest
from as_completed import as_completed

pytestmark = pytest.mark.asyncio


async def page(text: str, turns: int) -> str:
    for _ in range(turns):
        await asyncio.sleep(0)
    if text == "bad":
        raise OSError("no such page")
    return text


async def test_pages_come_as_they_end() -> None:
    found = [pair async for pair in as_completed(page("a", 19), page("b", 1), page("c", 9))]
    assert found == [(1, "b"), (2, "c"), (0, "a")]


async def test_tasks_are_taken_too() -> None:
    task = asyncio.create_task(page("a", 1))
    assert [pair async for pair in as_completed(task)] == [(0, "a")]


async def test_an_error_is_raised_after_what_came_before() -> None:
    found = []
    with pytest.raises(OSError, match="no such page"):
        async for _, text in as_completed(page("bad", 9), page("b", 1)):
            found.append(text)
    assert found == ["b"]


async def test_nothing_gives_nothing() -> None:
    assert [pair async for pair in as_completed()] == []
