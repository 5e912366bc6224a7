"""Stand-ins for the visible tests: a provider with a few connections."""

from __future__ import annotations

import asyncio

from ports import MailError, TooManyConnections


class FakeProvider:
    """`mailed` keeps who got a mail; whoever is in `unreachable` gets none."""

    def __init__(self, connections: int, *unreachable: str) -> None:
        self._connections = connections
        self._unreachable = unreachable
        self._open = 0
        self.mailed: list[str] = []

    async def send(self, customer: str) -> None:
        if self._open == self._connections:
            raise TooManyConnections(f"429, {self._open} connections are open")
        self._open += 1
        try:
            await asyncio.sleep(0)
            if customer in self._unreachable:
                raise MailError(f"no mailbox of that name: {customer}")
            self.mailed.append(customer)
        finally:
            self._open -= 1
