"""How the service uses it. Not yours to change; the judge calls these too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from channel import Channel


async def drain(channel: Channel) -> list[Any]:
    """Receive everything, to the end."""
    return [item async for item in channel]


async def send_all(channel: Channel, items: list[Any]) -> None:
    """Send these, and close the channel."""
    for item in items:
        await channel.send(item)
    channel.close()
