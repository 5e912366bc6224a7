"""What the team has: one text at a time."""

from __future__ import annotations

import asyncio

import pytest
from fakes import FakeScreen, FakeServer
from ports import Client, OldClient
from search_box import SearchBox

pytestmark = pytest.mark.asyncio


@pytest.fixture
def server() -> FakeServer:
    return FakeServer()


@pytest.fixture
def screen() -> FakeScreen:
    return FakeScreen()


@pytest.mark.parametrize("client", [Client, OldClient])
async def test_what_was_typed_is_asked_for_and_drawn(
    client: type[Client | OldClient], server: FakeServer, screen: FakeScreen
) -> None:
    await SearchBox(client(server), screen, delay=0).on_input("rice")
    assert server.asked == ["rice"]
    assert screen.shown == ("rice", ["rice, 5 kg"])
    assert not screen.spinning


async def test_the_next_text_takes_its_place(server: FakeServer, screen: FakeScreen) -> None:
    box = SearchBox(Client(server), screen, delay=0)
    await box.on_input("rice")
    await box.on_input("bread")
    assert screen.shown == ("bread", ["bread, 5 kg"])


async def test_a_failure_is_drawn(server: FakeServer, screen: FakeScreen) -> None:
    server.down = True
    await SearchBox(Client(server), screen, delay=0).on_input("rice")
    assert screen.shown == ("rice", "no answer")
    assert not screen.spinning


async def test_an_empty_box_asks_nobody(server: FakeServer, screen: FakeScreen) -> None:
    await SearchBox(Client(server), screen, delay=0).on_input("")
    assert screen.shown == ("", [])
    assert server.asked == []


async def test_enter_does_not_wait_for_the_pause(server: FakeServer, screen: FakeScreen) -> None:
    box = SearchBox(Client(server), screen, delay=3600)
    typing = asyncio.create_task(box.on_input("rice"))
    await asyncio.sleep(0)
    await box.on_enter()
    await typing
    assert screen.shown == ("rice", ["rice, 5 kg"])


async def test_after_close_keys_do_nothing(server: FakeServer, screen: FakeScreen) -> None:
    box = SearchBox(Client(server), screen, delay=0)
    await box.close()
    await box.on_input("rice")
    assert (screen.shown, server.asked) == (None, [])
