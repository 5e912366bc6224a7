"""What the team has: one thing at a time, and nobody goes away."""

from __future__ import annotations

import asyncio

import pytest
from channel import Channel
from ports import ChannelClosed
from worker import collect, work

pytestmark = pytest.mark.asyncio


async def test_events_come_out_in_the_order_in_which_they_went_in() -> None:
    channel = Channel(3)
    await collect(channel, ["a", "b", "c"])
    assert [await channel.take() for _ in range(3)] == ["a", "b", "c"]


async def test_a_full_channel_makes_its_producer_wait() -> None:
    channel = Channel(2)
    collector = asyncio.create_task(collect(channel, ["a", "b", "c"]))
    await asyncio.sleep(0)
    assert not collector.done()
    assert await channel.take() == "a"
    await collector


async def test_a_taker_waits_until_an_event_comes() -> None:
    channel = Channel(1)
    taker = asyncio.create_task(channel.take())
    await asyncio.sleep(0)
    await channel.put("a")
    assert await taker == "a"


async def test_a_taker_does_not_wait_for_ever() -> None:
    with pytest.raises(TimeoutError):
        await Channel(1).take(timeout=0.001)


async def test_a_closed_channel_still_gives_what_is_inside() -> None:
    channel = Channel(2)
    await collect(channel, ["a", "b"])
    await channel.close()
    stored: list[object] = []
    await work(channel, stored.append)
    assert stored == ["a", "b"]
    with pytest.raises(ChannelClosed):
        await channel.take()


async def test_closing_sends_a_waiting_worker_home() -> None:
    channel = Channel(1)
    worker = asyncio.create_task(work(channel, print))
    await asyncio.sleep(0)
    await channel.close()
    await worker


async def test_join_returns_when_the_workers_are_done() -> None:
    channel = Channel(2)
    stored: list[object] = []
    workers = [asyncio.create_task(work(channel, stored.append)) for _ in range(2)]
    await collect(channel, range(10))
    await channel.join()
    assert len(stored) == 10 and set(stored) == set(range(10))
    await channel.close()
    await asyncio.gather(*workers)
