"""What the team has: one turn, and users that exist."""

from __future__ import annotations

import asyncio

import pytest
from batch_loader import BatchLoader

pytestmark = pytest.mark.asyncio


class Users:
    """Fetches users. `calls` keeps the keys of each call."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    async def fetch(self, keys: list[str]) -> list[str]:
        self.calls.append(keys)
        await asyncio.sleep(0)
        return [f"user {key}" for key in keys]


async def test_loads_of_one_turn_are_one_call() -> None:
    users = Users()
    loader = BatchLoader(users.fetch)
    loaded = await asyncio.gather(*(loader.load(key) for key in "abab"))
    assert loaded == ["user a", "user b", "user a", "user b"]
    assert users.calls == [["a", "b"]]


async def test_a_later_load_is_a_call_of_its_own() -> None:
    users = Users()
    loader = BatchLoader(users.fetch)
    await loader.load("a")
    await loader.load("a")
    assert users.calls == [["a"], ["a"]]


async def test_a_large_batch_is_cut() -> None:
    users = Users()
    loader = BatchLoader(users.fetch, max_batch=2)
    await asyncio.gather(*(loader.load(key) for key in "abc"))
    assert users.calls == [["a", "b"], ["c"]]


async def test_a_key_may_have_an_error_of_its_own() -> None:
    async def fetch(keys: list[str]) -> list[object]:
        return [KeyError(key) if key == "x" else f"user {key}" for key in keys]

    loader = BatchLoader(fetch)
    good, bad = await asyncio.gather(loader.load("a"), loader.load("x"), return_exceptions=True)
    assert good == "user a"
    assert isinstance(bad, KeyError)
