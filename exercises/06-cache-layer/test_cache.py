"""What the team has: one tenant, and one thing at a time."""

from __future__ import annotations

import asyncio

import pytest
from cache import Cache
from fakes import FakeLoader
from ports import LoadFailed

pytestmark = pytest.mark.asyncio


@pytest.fixture
def loader() -> FakeLoader:
    return FakeLoader()


async def test_a_row_is_loaded_once_and_kept(loader: FakeLoader) -> None:
    cache = Cache(loader)
    assert await cache.get("acme", "tea") == "tea of acme"
    assert await cache.get("acme", "tea") == "tea of acme"
    assert loader.asked == [("acme", "tea")]


async def test_two_first_readers_share_a_load(loader: FakeLoader) -> None:
    cache = Cache(loader)
    assert await asyncio.gather(cache.get("acme", "tea"), cache.get("acme", "tea")) == ["tea of acme"] * 2
    assert loader.asked == [("acme", "tea")]


async def test_an_old_row_is_loaded_again(loader: FakeLoader) -> None:
    cache = Cache(loader, ttl=0)
    await cache.get("acme", "tea")
    loader.rows["acme", "tea"] = "5.20"
    assert await cache.get("acme", "tea") == "5.20"


async def test_a_stale_row_is_served_and_refreshed(loader: FakeLoader) -> None:
    cache = Cache(loader, ttl=0, stale=3600)
    await cache.get("acme", "tea")
    loader.rows["acme", "tea"] = "5.20"
    assert await cache.get("acme", "tea") == "tea of acme"
    for _ in range(5):
        await asyncio.sleep(0)
    assert await cache.get("acme", "tea") == "5.20"
    for _ in range(5):
        await asyncio.sleep(0)


async def test_a_changed_row_is_forgotten(loader: FakeLoader) -> None:
    cache = Cache(loader)
    await cache.get("acme", "tea")
    loader.rows["acme", "tea"] = "5.20"
    await cache.invalidate("acme", "tea")
    assert await cache.get("acme", "tea") == "5.20"


async def test_a_failure_is_passed_on(loader: FakeLoader) -> None:
    loader.down = True
    with pytest.raises(LoadFailed):
        await Cache(loader).get("acme", "tea")
