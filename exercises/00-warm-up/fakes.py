"""A stand-in for the visible tests: a mail server that answers at once."""

from __future__ import annotations

import asyncio

from ports import ConnectFailed


class FakeServer:
    """Gives connections by number, or refuses while `down` is true. `delivered` keeps the mails."""

    def __init__(self) -> None:
        self.down = False
        self.opened = 0
        self.delivered: list[tuple[str, str, str]] = []

    async def connect(self) -> str:
        await asyncio.sleep(0)
        if self.down:
            raise ConnectFailed("421 too busy")
        self.opened += 1
        return f"client {self.opened}"

    async def deliver(self, client: str, address: str, text: str) -> None:
        await asyncio.sleep(0)
        self.delivered.append((client, address, text))
