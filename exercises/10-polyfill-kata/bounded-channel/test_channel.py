"""What the team has: one sender, one receiver, and a tidy end."""

from __future__ import annotations

import asyncio

import pytest
from callers import drain, send_all
from channel import Channel, Closed

pytestmark = pytest.mark.asyncio


async def test_what_is_sent_is_received_in_order_to_the_end() -> None:
    channel = Channel(2)
    _, received = await asyncio.gather(send_all(channel, ["a", "b", "c", "d"]), drain(channel))
    assert received == ["a", "b", "c", "d"]


async def test_a_sender_waits_for_room() -> None:
    channel = Channel(1)
    await channel.send("a")
    waiting = asyncio.create_task(channel.send("b"))
    await asyncio.sleep(0)
    assert not waiting.done()
    assert await channel.receive() == "a"
    await waiting


async def test_after_the_end_nothing_goes_in_or_comes_out() -> None:
    channel = Channel(2)
    await channel.send("a")
    channel.close()
    assert await channel.receive() == "a"
    with pytest.raises(Closed):
        await channel.receive()
    with pytest.raises(Closed):
        await channel.send("b")


async def test_a_channel_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        Channel(0)
