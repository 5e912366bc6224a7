"""What the team has: one caller at a time."""

from __future__ import annotations

import pytest
from fakes import FakeServer
from mailer import Mailer
from ports import ConnectFailed

pytestmark = pytest.mark.asyncio


async def test_the_client_is_connected_once_and_kept() -> None:
    server = FakeServer()
    mailer = Mailer(server)
    assert await mailer.get_client() == "client 1"
    assert await mailer.get_client() == "client 1"
    assert server.opened == 1


async def test_nothing_is_opened_before_it_is_needed() -> None:
    server = FakeServer()
    Mailer(server)
    assert server.opened == 0


async def test_after_a_refusal_the_next_caller_tries_again() -> None:
    server = FakeServer()
    mailer = Mailer(server)
    server.down = True
    with pytest.raises(ConnectFailed):
        await mailer.get_client()
    server.down = False
    assert await mailer.get_client() == "client 1"


async def test_a_mail_goes_out_through_the_client() -> None:
    server = FakeServer()
    await Mailer(server).send("ada@example.org", "hello")
    assert server.delivered == [("client 1", "ada@example.org", "hello")]
