"""The proof: two orders of events, one for each half of the promise."""

from __future__ import annotations

import pytest
from fakes import FakeServer
from mailer import Mailer

from gym.gates import Gates

pytestmark = pytest.mark.asyncio


async def test_callers_who_come_together_share_one_connect(gates: Gates) -> None:
    server = FakeServer()
    mailer = Mailer(gates.guard(server))
    first = gates.start("first", mailer.get_client())
    second = gates.start("second", mailer.get_client())
    await gates.settle()
    # Claimed while the first is still connecting: opening the gates one by one would hide who waits for whom.
    assert [call.name for call in gates.waiting] == ["connect"]
    await gates.open_all()
    assert server.opened == 1
    assert await first == await second == "client 1"


async def test_when_the_first_goes_away_the_second_still_gets_a_client(gates: Gates) -> None:
    mailer = Mailer(gates.guard(FakeServer()))
    first = gates.start("first", mailer.get_client())
    second = gates.start("second", mailer.get_client())
    await gates.settle()
    first.cancel()
    await gates.open_all()
    assert await second == "client 1"
