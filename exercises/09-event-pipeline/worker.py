"""What uses the channel: those who collect events, and the workers that store them. Not yours to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from channel import Channel


async def collect(channel: Channel, events: Iterable[object]) -> None:
    """Put events into the channel, one after the other."""
    for event in events:
        await channel.put(event)


async def work(channel: Channel, store: Callable[[object], None]) -> None:
    """Hand every event that comes out of the channel to `store`, until the channel has ended."""
    async for event in channel:
        store(event)
        await channel.done()
