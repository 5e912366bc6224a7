"""What the team has: a short list, a long one, and a provider that takes no time."""

from __future__ import annotations

import asyncio

import pytest
from fakes import FakeProvider
from newsletter import send_all
from ports import FAILED, SENT

pytestmark = pytest.mark.asyncio

LONG_LIST = [f"customer-{number}" for number in range(1, 41)]


@pytest.fixture
def stop() -> asyncio.Event:
    return asyncio.Event()


async def test_everybody_on_a_short_list_is_mailed(stop: asyncio.Event) -> None:
    provider = FakeProvider(5)
    assert await send_all(["ada", "bob"], 5, provider.send, stop) == [("ada", SENT), ("bob", SENT)]
    assert provider.mailed == ["ada", "bob"]


async def test_everybody_on_a_long_list_is_mailed_once(stop: asyncio.Event) -> None:
    provider = FakeProvider(5)
    assert await send_all(LONG_LIST, 5, provider.send, stop) == [(customer, SENT) for customer in LONG_LIST]
    assert sorted(provider.mailed) == sorted(LONG_LIST)


async def test_a_mail_that_failed_is_in_the_report(stop: asyncio.Event) -> None:
    provider = FakeProvider(5, "bob")
    report = await send_all(["ada", "bob", "cleo"], 5, provider.send, stop)
    assert report == [("ada", SENT), ("bob", FAILED), ("cleo", SENT)]


async def test_an_empty_list_has_an_empty_report(stop: asyncio.Event) -> None:
    assert await send_all([], 5, FakeProvider(5).send, stop) == []
