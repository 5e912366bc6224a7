"""What the team has: payouts that come at once, a bank that pays at once, and a signal when all is done."""

from __future__ import annotations

import asyncio

import pytest
from fakes import FakeBank, FakeQueue, FakeResource
from ports import CLEAN, POLL
from service import PayoutService

pytestmark = pytest.mark.asyncio


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty poll takes no time to speak of."""
    monkeypatch.setattr("fakes.POLL", POLL / 10_000)


async def turns(count: int = 30) -> None:
    """Let everybody else go on for a while."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.usefixtures("no_waiting")
async def test_everybody_is_paid_and_the_service_ends_clean() -> None:
    queue, bank = FakeQueue("ada", "bob", "cy"), FakeBank()
    service = PayoutService(queue, bank, [], 2, 10.0)
    running = asyncio.create_task(service.run())
    await turns()
    service.signal()
    assert await running == CLEAN
    assert sorted(bank.paid) == sorted(queue.done) == ["ada", "bob", "cy"]


@pytest.mark.usefixtures("no_waiting")
async def test_a_payment_that_fails_is_tried_again() -> None:
    queue, bank = FakeQueue("ada"), FakeBank()
    bank.refuses.add("ada")
    service = PayoutService(queue, bank, [], 1, 10.0)
    running = asyncio.create_task(service.run())
    await turns()
    await asyncio.sleep(POLL / 10_000)
    await turns()
    service.signal()
    assert await running == CLEAN
    assert bank.asked == ["ada", "ada"]
    assert bank.paid == ["ada"]


@pytest.mark.usefixtures("no_waiting")
async def test_what_is_under_way_is_paid_after_the_signal() -> None:
    queue, bank = FakeQueue("ada"), FakeBank()
    bank.is_open.clear()
    service = PayoutService(queue, bank, [], 1, 10.0)
    running = asyncio.create_task(service.run())
    await turns()
    service.signal()
    await turns()
    bank.is_open.set()
    assert await running == CLEAN
    assert bank.paid == ["ada"]


@pytest.mark.usefixtures("no_waiting")
async def test_resources_are_opened_in_order_and_all_are_closed() -> None:
    log: list[str] = []
    resources = [FakeResource(name, log) for name in ("pool", "session")]
    service = PayoutService(FakeQueue(), FakeBank(), resources, 1, 10.0)
    running = asyncio.create_task(service.run())
    await turns()
    service.signal()
    assert await running == CLEAN
    assert log[:2] == ["open pool", "open session"]
    assert sorted(log[2:]) == ["close pool", "close session"]
