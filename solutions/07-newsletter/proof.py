"""The proof: mails wait at their gates, and what is counted is who has been called, before and after one gate opens.

A slot that comes free takes the next customer while the other mail still waits: batches do not. A failure lets the other
mail end and begins none. At the stop nothing is opened any more: the call has to come back by itself.
"""

from __future__ import annotations

import asyncio

import pytest
from fakes import FakeProvider
from newsletter import send_all
from ports import FAILED, SENT, UNKNOWN, MailError

from gym.gates import Gates

pytestmark = pytest.mark.asyncio

CUSTOMERS = ["ada", "bob", "cleo", "dan"]


async def test_a_slot_that_comes_free_takes_the_next_customer(gates: Gates) -> None:
    provider = gates.guard(FakeProvider(2))
    gates.start("Friday", send_all(iter(CUSTOMERS), 2, provider.send, asyncio.Event()))
    await gates.settle()
    assert len(gates.calls) == 2
    await gates.open(gates.waiting[0])
    assert len(gates.calls) == 3
    await gates.open_all()


async def test_after_a_failure_the_other_mail_ends_and_none_begins(gates: Gates) -> None:
    provider = gates.guard(FakeProvider(2))
    friday = gates.start("Friday", send_all(iter(CUSTOMERS), 2, provider.send, asyncio.Event()))
    await gates.settle()
    await gates.fail(gates.waiting[0], MailError("554"))
    await gates.open_all()
    assert await friday == [("ada", FAILED), ("bob", SENT)]


async def test_a_stop_cuts_off_what_is_under_way(gates: Gates) -> None:
    stop = asyncio.Event()
    source = iter(CUSTOMERS)
    provider = gates.guard(FakeProvider(2))
    friday = gates.start("Friday", send_all(source, 2, provider.send, stop))
    await gates.settle()
    stop.set()
    await gates.settle()
    assert friday.done()
    assert friday.result() == [("ada", UNKNOWN), ("bob", UNKNOWN)]
    assert list(source) == ["cleo", "dan"]
    assert gates.waiting == []
